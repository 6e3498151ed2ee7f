/**
 * Values from callers may run their code or throw when they are read: getters, proxies, revoked proxies. Each value is
 * copied once, here, into plain values, and an unreadable one becomes a typed error. So the code that works with the
 * copy never runs code of callers.
 */
import { EverthreadError, invalidInput, invalidOption, isEverthreadError, limitExceeded } from '../errors.ts';
import { checkMembers, type MemberCheck, type MemberChecks, refuseUnknown } from './member-checks.ts';

/** Runs code that reads a value from outside. Anything thrown becomes an error that names the field. */
export function readGiven<Result>(field: string, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    throw isEverthreadError(error) ? error : unreadable(field, error);
  }
}

export function unreadable(field: string, cause: unknown): EverthreadError {
  return new EverthreadError({
    code: 'invalid_input',
    field,
    message: `${field} must be a value that can be read, but reading it failed. Give plain values: no getter that throws, no revoked proxy.`,
    cause,
  });
}

/** Errors name members of these arguments without a prefix: `budget`, not `options.budget`. */
const unprefixedFields: ReadonlySet<string> = new Set(['options', 'settings', 'details', 'observation']);
const mostLevels = 50;
const mostValues = 1_000_000;

/**
 * Copies plain objects and lists at any depth. Everything else (functions, dates, signals, class instances) is returned
 * as it is, and so are the members named in `keep`, which are objects and not data.
 */
export function snapshot<Value>(value: Value, field: string, keep: readonly string[] = []): Value {
  let values = 0;
  const count = () => {
    values += 1;
    if (values > mostValues) throw limitExceeded(field, values, mostValues, 'or more values', 'Give fewer.');
  };
  const copyMember = (member: unknown, of: Place, key: string | number): unknown => {
    count();
    return typeof member !== 'object' || member === null ? member : copy(member, { of, key });
  };
  const copy = (source: object, place: Place): unknown => {
    try {
      const isList = Array.isArray(source);
      if (!isList && !isPlain(source)) return source;
      const depth = depthOf(place);
      if (depth > mostLevels)
        throw limitExceeded(field, depth, mostLevels, 'or more levels', 'Nest less deeply.');
      if (isList) return Array.from(source, (member, index) => copyMember(member, place, index));
      const copied: Record<string, unknown> = {};
      for (const key of Object.keys(source)) {
        const member = memberOf(source, key, place);
        const isKept = depth === 0 && keep.includes(key);
        setMember(copied, key, isKept ? member : copyMember(member, place, key));
      }
      return copied;
    } catch (error) {
      throw isEverthreadError(error) ? error : unreadable(nameOf(place), error);
    }
  };
  count();
  if (typeof value !== 'object' || value === null) return value;
  return copy(value, { of: undefined, key: field }) as Value;
}

/** The place of a value, as a chain: making names such as `options.tools[3]` for every value would be slow. */
type Place = { of: Place | undefined; key: string | number };

function depthOf(place: Place): number {
  let depth = 0;
  for (let outer = place.of; outer !== undefined; outer = outer.of) depth += 1;
  return depth;
}

function nameOf({ of, key }: Place): string {
  if (of === undefined) return String(key);
  if (typeof key === 'number') return `${nameOf(of)}[${key}]`;
  return of.of === undefined && unprefixedFields.has(String(of.key)) ? key : `${nameOf(of)}.${key}`;
}

function memberOf(source: object, key: string, of: Place): unknown {
  try {
    return (source as Record<string, unknown>)[key];
  } catch (error) {
    throw isEverthreadError(error) ? error : unreadable(nameOf({ of, key }), error);
  }
}

function setMember(copied: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== '__proto__') copied[key] = value;
  else Object.defineProperty(copied, key, { value, enumerable: true, configurable: true, writable: true });
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype || Object.getPrototypeOf(prototype) === null;
}

type Method = (...values: unknown[]) => unknown;

/**
 * An argument: its name as the caller knows it, the members that an object of options may have, or null for one that
 * the method itself reads safely. One called `options` must be an object or left out.
 */
type Parameter = string | { readonly members: { readonly [name: string]: MemberCheck | null } } | null;

/** The options of a method. All members must be named, which the type of the options checks. */
export function optionsOf<Options extends object>(members: MemberChecks<Options>): Parameter {
  return { members };
}

/** Wraps methods so that their arguments are copied first. */
export function guardMethods<Methods extends object>(
  methods: Methods,
  parameters: { readonly [name in keyof Methods]?: readonly Parameter[] },
  /** Methods that return no promise: they throw instead of rejecting. */
  { direct = [] }: { direct?: readonly (keyof Methods)[] } = {},
): Methods {
  const guarded = { ...methods };
  for (const [name, fields] of Object.entries(parameters) as [keyof Methods, readonly Parameter[]][]) {
    const method = methods[name] as Method;
    const read = (values: readonly unknown[]) =>
      fields.map((field, index) => (field === null ? values[index] : readParameter(field, values[index])));
    const call: Method = direct.includes(name)
      ? (...values) => method(...read(values))
      : async (...values) => method(...read(values));
    guarded[name] = call as Methods[keyof Methods];
  }
  return guarded;
}

function readParameter(parameter: Exclude<Parameter, null>, value: unknown): unknown {
  const field = typeof parameter === 'string' ? parameter : 'options';
  const copied = snapshot(value, field);
  if (field !== 'options' || copied === undefined) return copied;
  if (typeof copied !== 'object' || copied === null || Array.isArray(copied))
    throw invalidInput(field, 'an object', copied);
  if (typeof parameter !== 'string') checkMembers(copied, parameter.members);
  return copied;
}

/** The options with which something is made: an object, and no member that is not named here. */
export function checkOptions<Options extends object>(
  given: unknown,
  members: MemberChecks<Options>,
  prefix = '',
): void {
  const field = prefix === '' ? 'options' : prefix.slice(0, -1);
  readGiven(field, () => {
    if (typeof given !== 'object' || given === null || Array.isArray(given))
      throw invalidOption(field, 'an object', given);
    refuseUnknown(prefix, given, Object.keys(members));
  });
}
