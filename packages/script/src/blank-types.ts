import type { Finding } from './problem.ts'

/** A node of the parser's tree, with only the fields that erasing needs. */
export interface TreeNode {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

const REFUSED: Readonly<Record<string, string>> = {
  TSEnumDeclaration: 'enum is more than a type and cannot be used: declare constants instead',
  TSModuleDeclaration: 'namespace is more than a type and cannot be used',
  TSParameterProperty: 'Parameter properties cannot be used: assign the field in the constructor',
  TSTypeAssertion: "Write 'value as Type' instead of '<Type>value'",
  TSImportEqualsDeclaration: 'import cannot be used: everything a script needs is in scope',
  TSExportAssignment: 'export cannot be used',
  TSNamespaceExportDeclaration: 'export cannot be used',
  ImportDeclaration: 'import cannot be used: everything a script needs is in scope',
  ImportExpression: 'import cannot be used: everything a script needs is in scope',
  Import: 'import cannot be used: everything a script needs is in scope',
  ExportNamedDeclaration: 'export cannot be used',
  ExportDefaultDeclaration: 'export cannot be used',
  ExportAllDeclaration: 'export cannot be used',
  Decorator: 'Decorators cannot be used',
}

const ERASED_STATEMENTS = new Set([
  'TSInterfaceDeclaration',
  'TSTypeAliasDeclaration',
  'TSDeclareFunction',
  'TSDeclareMethod',
  'TSIndexSignature',
  'TSAbstractMethodDefinition',
  'TSAbstractPropertyDefinition',
])
const ERASED = new Set([
  'TSTypeAnnotation',
  'TSTypeParameterDeclaration',
  'TSTypeParameterInstantiation',
  'TSClassImplements',
  'TSInterfaceHeritage',
  'TSExpressionWithTypeArguments',
])
const MEMBERS = new Set(['ClassProperty', 'ClassPrivateProperty', 'ClassMethod', 'ClassPrivateMethod'])
/** Nodes whose final semicolon is optional. */
const ENDS_OPEN = new Set([
  'ExpressionStatement',
  'VariableDeclaration',
  'ReturnStatement',
  'ThrowStatement',
  'ClassProperty',
  'ClassPrivateProperty',
])

/** Overwrites every type in `source` with spaces and lists what cannot be erased. Line breaks stay. */
export function blankTypes(source: string, program: TreeNode): { text: string; refused: Finding[] } {
  const eraser = new Eraser(source)
  eraser.visit(program, null)
  return { text: eraser.text(), refused: eraser.refused }
}

class Eraser {
  readonly refused: Finding[] = []
  readonly #source: string
  readonly #characters: string[]
  #lastBlank = { start: 0, end: -1 }
  #functions = 0

  constructor(source: string) {
    this.#source = source
    this.#characters = source.split('')
  }

  text(): string {
    return this.#characters.join('')
  }

  visit(node: TreeNode, parent: TreeNode | null): void {
    if (this.#erases(node)) return
    this.#refuse(node)
    if (MEMBERS.has(node.type)) this.#modifiers(node)
    this.#heads(node)
    const isFunction = Array.isArray(node['params']) && node['body'] !== undefined
    if (isFunction) this.#functions++
    const isRefused = node.type.startsWith('TS') && node.type in REFUSED
    if (!isRefused) for (const child of children(node)) this.visit(child, node)
    if (isFunction) this.#functions--
    this.#tails(node, parent)
  }

  /** Returns true if the whole node was erased. */
  #erases(node: TreeNode): boolean {
    if (ERASED_STATEMENTS.has(node.type) || node['declare'] === true || (isMember(node) && node['abstract'] === true)) {
      // The semicolon keeps the previous statement from continuing into the next one.
      this.#blank(node.start, node.end, ';')
      return true
    }
    if (ERASED.has(node.type)) {
      this.#blank(node.start, node.end)
      return true
    }
    return false
  }

  #refuse(node: TreeNode): void {
    const message = REFUSED[node.type]
    if (message !== undefined) this.refused.push({ message, start: node.start, end: node.end })
    const waits = node.type === 'AwaitExpression' || (node.type === 'ForOfStatement' && node['await'] === true)
    if (waits && this.#functions === 0) {
      this.refused.push({ message: 'await cannot be used at the top of a script', start: node.start, end: node.end })
    }
  }

  #modifiers(member: TreeNode): void {
    const key = member['key'] as TreeNode
    const words = /\b(?:public|private|protected|readonly|override|abstract|declare)\b/g
    for (const match of this.#source.slice(member.start, key.start).matchAll(words)) {
      const at = member.start + match.index
      // A member without its modifier could otherwise continue the field above it.
      this.#blank(at, at + match[0].length, at === member.start ? ';' : ' ')
    }
    this.#mark(member, key.end + (member['computed'] === true ? 1 : 0))
  }

  /** Erases what precedes the children: abstract classes, implements, `this` as a parameter, `x?`. */
  #heads(node: TreeNode): void {
    if (node.type === 'ClassDeclaration' && node['abstract'] === true) this.#blank(node.start, node.start + 8)
    const implemented = node['implements']
    if (Array.isArray(implemented) && implemented.length > 0) {
      const first = implemented[0] as TreeNode
      const last = implemented.at(-1) as TreeNode
      this.#blank(this.#source.lastIndexOf('implements', first.start), last.end)
    }
    const params = node['params']
    const own = Array.isArray(params) ? (params[0] as TreeNode | undefined) : undefined
    if (own?.type === 'Identifier' && own['name'] === 'this') {
      const comma = /^\s*,/.exec(this.#source.slice(own.end))
      this.#blank(own.start, own.end + (comma?.[0].length ?? 0))
    }
    if (node.type === 'Identifier') this.#mark(node, node.start + String(node['name']).length)
    if (node.type === 'ObjectPattern' || node.type === 'ArrayPattern') {
      const annotation = node['typeAnnotation'] as TreeNode | null | undefined
      if (node['optional'] === true) this.#mark(node, this.#source.lastIndexOf('?', annotation?.start ?? node.end - 1))
    }
    if (node.type === 'VariableDeclarator' && node['definite'] === true) {
      const id = node['id'] as TreeNode
      this.#mark(node, id.start + String(id['name']).length)
    }
  }

  /** Blanks the `?` or `!` of an optional or definite declaration, searching from offset `from`. */
  #mark(node: TreeNode, from: number): void {
    const sign = node['optional'] === true ? '?' : node['definite'] === true ? '!' : null
    if (sign === null) return
    const at = this.#source.indexOf(sign, from)
    if (at >= 0 && at < node.end) this.#blank(at, at + 1)
  }

  /** Erases what follows the children: `as`, `satisfies`, `!`; adds the semicolons that are now needed. */
  #tails(node: TreeNode, parent: TreeNode | null): void {
    if (['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'].includes(node.type)) {
      this.#blank((node['expression'] as TreeNode).end, node.end)
    }
    const returns = node['returnType'] as TreeNode | null | undefined
    if (node.type === 'ArrowFunctionExpression' && returns) this.#closeArrow(returns)
    const inHead = parent !== null && parent.type.startsWith('For') && parent['body'] !== node
    if (ENDS_OPEN.has(node.type) && !inHead && this.#lastBlank.end === node.end && this.#lastBlank.start > node.start) {
      if (this.#source[node.end - 1] !== ';') this.#characters[this.#lastBlank.start] = ';'
    }
  }

  /** No line break is allowed between `)` and `=>`: after a multiline return type, the bracket moves to the end. */
  #closeArrow(returns: TreeNode): void {
    if (!/[\n\r\u2028\u2029]/.test(this.#source.slice(returns.start, returns.end))) return
    this.#characters[this.#source.lastIndexOf(')', returns.start)] = ' '
    this.#characters[returns.end - 1] = ')'
  }

  #blank(start: number, end: number, first = ' '): void {
    if (start < 0) return
    for (let at = start; at < end; at++) {
      const character = this.#source[at] ?? ''
      if (!/[\n\r\u2028\u2029]/.test(character)) this.#characters[at] = ' '
    }
    if (first !== ' ' && end > start) this.#characters[start] = first
    this.#lastBlank = { start, end }
  }
}

function isMember(node: TreeNode): boolean {
  return MEMBERS.has(node.type)
}

function children(node: TreeNode): TreeNode[] {
  const found: TreeNode[] = []
  for (const [key, value] of Object.entries(node)) {
    if (key === 'loc' || key === 'extra' || key === 'errors' || key === 'tokens' || key === 'comments') continue
    if (Array.isArray(value)) for (const item of value) if (isNode(item)) found.push(item)
    if (isNode(value)) found.push(value)
  }
  // In text order, so that the last blank of a statement is the one nearest to its end.
  return found.sort((a, b) => a.start - b.start)
}

function isNode(value: unknown): value is TreeNode {
  return typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'
}
