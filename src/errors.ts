/**
 * The one error type of the library. `code` says what kind it is, `field` names the input at fault, and the
 * message says what is accepted or what to do next. Recognized by a marker rather than `instanceof`, so that
 * two copies of the package in one process still understand each other.
 */
export type ErrorCode =
  | 'invalid_input'
  | 'invalid_option'
  | 'unknown_thread'
  | 'unknown_message'
  | 'unknown_summary'
  | 'unknown_rule'
  | 'unknown_fact'
  | 'limit_exceeded'
  | 'message_conflict'
  | 'context_overflow'
  | 'lease_lost'
  | 'stale_plan'
  | 'store_failed'
  | 'store_corrupt'
  | 'summarizer_failed'
  | 'missing_dependency'
  | 'closed';

const marker = Symbol.for('everthread.error');

export type ErrorFields = {
  code: ErrorCode;
  message: string;
  /** The option, argument or section at fault, as the caller writes it: `budget.tokens`. */
  field?: string;
  /** Figures and names that belong to this error, safe to log: never message text. */
  details?: Record<string, unknown>;
  cause?: unknown;
};

export class EverthreadError extends Error {
  readonly code: ErrorCode;
  readonly field: string | undefined;
  readonly details: Record<string, unknown>;
  readonly [marker] = true;

  constructor({ code, message, field, details = {}, cause }: ErrorFields) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'EverthreadError';
    this.code = code;
    this.field = field;
    this.details = details;
  }
}

export function isEverthreadError(error: unknown, code?: ErrorCode): error is EverthreadError {
  if (typeof error !== 'object' || error === null) return false;
  try {
    return marker in error && (code === undefined || (error as EverthreadError).code === code);
  } catch {
    // A thrown value can be anything, also an object whose properties throw when they are read.
    return false;
  }
}

export function invalidOption(field: string, accepted: string, received: unknown): EverthreadError {
  return new EverthreadError({
    code: 'invalid_option',
    field,
    message: `${field} must be ${accepted}, but got ${describeValue(received)}.`,
    details: { accepted },
  });
}

export function invalidInput(field: string, accepted: string, received: unknown): EverthreadError {
  return new EverthreadError({
    code: 'invalid_input',
    field,
    message: `${field} must be ${accepted}, but got ${describeValue(received)}.`,
    details: { accepted },
  });
}

export function limitExceeded(
  field: string,
  size: number,
  limit: number,
  unit: string,
  remedy: string,
): EverthreadError {
  return new EverthreadError({
    code: 'limit_exceeded',
    field,
    message: `${field} has ${size.toLocaleString('en-US')} ${unit}, the limit is ${limit.toLocaleString('en-US')}. ${remedy}`,
    details: { size, limit, unit },
  });
}

/**
 * The error for an optional package that could not be loaded. Names the command that installs it, and the cause where
 * the package is installed.
 */
export function missingDependency(options: {
  field: string;
  /** Begins the message: `languageModel needs version 7 of the package "ai"`. */
  needs: string;
  packages: string;
  cause: unknown;
}): EverthreadError {
  const { field, needs, packages, cause } = options;
  const said = cause instanceof Error ? cause.message : String(cause);
  const isAbsent = /cannot find (?:package|module)/iu.test(said);
  const reason = isAbsent ? '' : ` (${said.split('\n', 1)[0]!.slice(0, 300)})`;
  return new EverthreadError({
    code: 'missing_dependency',
    field,
    message: `${needs}, which could not be loaded${reason}. Run: npm install ${packages}`,
    cause,
  });
}

/**
 * Long or structured values are named by their kind only, because an error message must not carry conversation text.
 */
function describeValue(value: unknown): string {
  try {
    return kindOf(value);
  } catch {
    return 'a value that cannot be read';
  }
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value === 'string')
    return value.length <= 60 ? JSON.stringify(value) : `a string of ${value.length} characters`;
  if (typeof value === 'object') return 'an object';
  if (typeof value === 'function') return 'a function';
  return String(value);
}
