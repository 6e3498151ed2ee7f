/**
 * What a module takes from elsewhere: the modules it imports and the globals it uses. Both are read from the syntax
 * tree: words in strings and comments count for nothing, and no way to write an import or a global is missed.
 */
import { parseSync } from 'vite';

export type ModuleCode = {
  /** Paths of modules as they are written: imported, exported again, required, resolved or given to a worker. */
  imports: string[];
  /** Kinds of syntax in which the path of a module is computed. */
  computedImports: string[];
  globals: GlobalUse[];
  /** Whether it only passes on what other modules export. */
  isBarrel: boolean;
};

export type GlobalUse = {
  /** The module of Node it comes from, if it is no global. */
  module?: string;
  /** `['process', 'env', 'HOME']`; empty for a whole module. */
  path: string[];
  /** What is done with it. A global that is only named may be called later under another name. */
  use: 'call' | 'new' | 'instanceof' | 'named';
  /** Arguments of a call or construction, as far as they can be counted. */
  arguments: number;
};

type Node = { type: string; [field: string]: unknown };
type Place = { node: Node; field: string };

export function readModule(file: string, text: string): ModuleCode {
  const { program, errors } = parseSync(file, text, {});
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]!.message}`);
  const { body } = program as unknown as { body: Node[] };
  const passesOn = ({ type, source }: Node) =>
    type === 'ExportAllDeclaration' || (type === 'ExportNamedDeclaration' && Boolean(source));
  const isBarrel = body.length > 0 && body.every(passesOn);
  const code: ModuleCode = { imports: [], computedImports: [], globals: [], isBarrel };
  const above: Place[] = [];
  const read = (node: Node, scopes: readonly Names[]): void => {
    readImports(node, code);
    if (isOnlyType(node)) {
      for (const { child } of childrenOf(node)) readTypeImports(child, code);
      return;
    }
    const inner = opensScope(node) ? [...scopes, namesIn(node)] : scopes;
    const taken = originOf(node, above.at(-1), inner);
    if (taken) code.globals.push(...usesOf(taken, above));
    for (const { child, field } of childrenOf(node)) {
      above.push({ node, field });
      read(child, inner);
      above.pop();
    }
  };
  read(program as unknown as Node, []);
  return code;
}

type Origin = Pick<GlobalUse, 'module' | 'path'>;

/** What a scope declares: names of its own, without an origin, and imports from modules of Node. */
type Names = Map<string, Origin | undefined>;

const globalObjects = new Set(['globalThis', 'global', 'self', 'window']);

/** The global or module of Node that a node stands for. */
function originOf(node: Node, place: Place | undefined, scopes: readonly Names[]): Origin | undefined {
  if (
    node.type === 'ImportExpression' ||
    (node.type === 'CallExpression' && loadsModules(node.callee as Node))
  ) {
    const module = textOf((node.source ?? (node.arguments as Node[])[0]) as Node, false);
    return module?.startsWith('node:') ? { module, path: [] } : undefined;
  }
  const name = node.type === 'Identifier' && isReference(node, place) ? (node.name as string) : undefined;
  if (name === undefined) return undefined;
  const owner = scopes.findLast((names) => names.has(name));
  return owner ? owner.get(name) : { path: [name] };
}

/** Follows an origin through the members that are taken from it. */
function usesOf({ module, path: start }: Origin, above: readonly Place[]): GlobalUse[] {
  const path = [...start];
  let depth = above.length - 1;
  for (; depth >= 0; depth--) {
    const { node, field } = above[depth]!;
    if (node.type === 'MemberExpression' && field === 'object') path.push(memberOf(node) ?? '[…]');
    else if (!isWrapper(node)) break;
  }
  const place = above[depth];
  const members = place && destructured(place);
  const uses: GlobalUse[] = members
    ? members.map((member) => ({ module, path: [...path, member], use: 'named', arguments: 0 }))
    : [{ module, path, ...useAt(place) }];
  return uses.map((use) => {
    const [first, second] = use.path;
    const isMember = globalObjects.has(first ?? '') && second !== undefined && second !== '[…]';
    return isMember ? { ...use, path: use.path.slice(1) } : use;
  });
}

function useAt(place: Place | undefined): Pick<GlobalUse, 'use' | 'arguments'> {
  const { node, field } = place ?? {};
  if (node && field === 'callee' && (node.type === 'CallExpression' || node.type === 'NewExpression')) {
    const given = (node.arguments as Node[]).filter(({ type }) => type !== 'SpreadElement');
    return { use: node.type === 'NewExpression' ? 'new' : 'call', arguments: given.length };
  }
  const isTest = node?.type === 'BinaryExpression' && node.operator === 'instanceof' && field === 'right';
  return { use: isTest ? 'instanceof' : 'named', arguments: 0 };
}

/** Members taken in `const { now } = Date`. */
function destructured({ node, field }: Place): string[] | undefined {
  const pattern = node.type === 'VariableDeclarator' && field === 'init' ? (node.id as Node) : undefined;
  if (pattern?.type !== 'ObjectPattern') return undefined;
  return (pattern.properties as Node[]).map((property) =>
    property.type === 'RestElement' || property.computed ? '[…]' : (nameOf(property.key) ?? '[…]'),
  );
}

function readImports(node: Node, code: ModuleCode): void {
  const add = (path: unknown) => {
    const written = textOf(path as Node, true);
    if (written === undefined) code.computedImports.push(node.type);
    else code.imports.push(written);
  };
  if (
    ['ImportDeclaration', 'ExportAllDeclaration', 'ImportExpression', 'TSImportType'].includes(node.type) ||
    (node.type === 'ExportNamedDeclaration' && node.source)
  )
    add(node.source);
  if (node.type === 'TSExternalModuleReference') add(node.expression);
  if (node.type === 'CallExpression' && loadsModules(node.callee as Node)) add((node.arguments as Node[])[0]);
  if (node.type === 'NewExpression' && nameOf(node.callee) === 'URL') {
    const [path, base] = node.arguments as Node[];
    if (base && isOfMeta(base, 'url')) add(path);
  }
}

function readTypeImports(node: Node, code: ModuleCode): void {
  readImports(node, code);
  for (const { child } of childrenOf(node)) readTypeImports(child, code);
}

function loadsModules(callee: Node): boolean {
  if (callee.type === 'CallExpression')
    return [nameOf(callee.callee), memberOf(callee.callee as Node)].includes('createRequire');
  return nameOf(callee) === 'require' || isOfMeta(callee, 'resolve');
}

function isOfMeta(node: Node, member: string): boolean {
  return memberOf(node) === member && (node.object as Node).type === 'MetaProperty';
}

/** A string, or a template without values. With `isPath` a folder in front of the first value is enough. */
function textOf(node: Node | undefined, isPath: boolean): string | undefined {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node?.type !== 'TemplateLiteral') return undefined;
  const start = ((node.quasis as Node[])[0]!.value as { cooked: string }).cooked;
  return (node.expressions as Node[]).length === 0 || (isPath && start.includes('/')) ? start : undefined;
}

function nameOf(node: unknown): string | undefined {
  const { type, name, value } = node as Node;
  if (type === 'Identifier') return name as string;
  return type === 'Literal' && typeof value === 'string' ? value : undefined;
}

function memberOf(node: Node): string | undefined {
  if (node.type !== 'MemberExpression') return undefined;
  return node.computed ? textOf(node.property as Node, false) : nameOf(node.property);
}

/** Whether a name stands for a value, and is no key, label or declaration. */
function isReference(node: Node, place: Place | undefined): boolean {
  if (!place) return false;
  const { node: parent, field } = place;
  if (parent.type === 'MemberExpression') return field === 'object' || parent.computed === true;
  if (['key', 'label', 'meta', 'local', 'imported', 'exported'].includes(field)) {
    const isName = field === 'key' && parent.computed === true;
    return isName || (field === 'local' && parent.type === 'ExportSpecifier' && node.name !== 'default');
  }
  return true;
}

/** What changes nothing about the value in it. */
function isWrapper({ type }: Node): boolean {
  return (
    ['ChainExpression', 'ParenthesizedExpression', 'AwaitExpression'].includes(type) || runningTypes.has(type)
  );
}

/** Syntax of TypeScript around an expression that runs. */
const runningTypes = new Set([
  ...['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression', 'TSTypeAssertion'],
  ...['TSInstantiationExpression', 'TSImportEqualsDeclaration', 'TSExternalModuleReference'],
]);

function isOnlyType({ type }: Node): boolean {
  return type.startsWith('TS') && !runningTypes.has(type);
}

function childrenOf(node: Node): { child: Node; field: string }[] {
  return Object.entries(node).flatMap(([field, value]) =>
    (Array.isArray(value) ? value : [value]).filter(isNode).map((child) => ({ child, field })),
  );
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
}

function opensScope({ type }: Node): boolean {
  return type === 'Program' || isFunction(type);
}

function isFunction(type: string): boolean {
  return /^(?:Arrow)?Function(?:Declaration|Expression)$/u.test(type);
}

/** All names declared in a module or function, without those of functions in it. */
function namesIn(scope: Node): Names {
  const names: Names = new Map();
  const declare = (pattern: unknown): void => {
    if (!isNode(pattern)) return;
    if (pattern.type === 'Identifier') names.set(pattern.name as string, undefined);
    for (const field of ['left', 'argument', 'value', 'parameter']) declare(pattern[field]);
    for (const inner of [pattern.elements, pattern.properties].flat()) declare(inner);
  };
  const collect = (node: Node): void => {
    if (node.type === 'VariableDeclarator' || /^(?:Function|Class)Declaration$/u.test(node.type))
      declare(node.id);
    if (node.type === 'CatchClause') declare(node.param);
    if (node.type === 'ImportDeclaration')
      for (const specifier of node.specifiers as Node[])
        names.set(nameOf(specifier.local)!, importedFrom(node, specifier));
    if (isFunction(node.type)) return;
    for (const { child } of childrenOf(node)) collect(child);
  };
  for (const parameter of (scope.params as unknown[] | undefined) ?? []) declare(parameter);
  for (const { child } of childrenOf(scope)) collect(child);
  return names;
}

function importedFrom({ source }: Node, { imported }: Node): Origin | undefined {
  const module = textOf(source as Node, false);
  return module?.startsWith('node:') ? { module, path: imported ? [nameOf(imported)!] : [] } : undefined;
}
