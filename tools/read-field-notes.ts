import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'rolldown/parseAst'

/** A part of the syntax tree of a file: every kind of node has other fields. */
interface Node {
  readonly type: string
  readonly start: number
  readonly name?: string
  readonly value?: Node & string
  readonly key?: Node
  readonly init?: Node
  readonly body?: Node & readonly Node[]
  readonly declaration?: Node | null
  readonly declarations?: readonly Node[]
  readonly id?: Node
  readonly source?: { readonly value: string } | null
  readonly specifiers?: readonly Node[]
  readonly local?: Node
  readonly imported?: Node
  readonly properties?: readonly Node[]
  readonly argument?: Node
  readonly arguments?: readonly Node[]
  readonly callee?: Node
  readonly object?: Node
  readonly property?: Node
  readonly computed?: boolean
  readonly elements?: readonly (Node | null)[]
  readonly expression?: Node
}

interface File {
  readonly text: string
  /** What the names at its top stand for: an expression here, or a name in another file. */
  readonly names: Map<string, Node | { readonly file: string; readonly name: string }>
}

/** Comments of fields by their path, such as `response.models.spread.pips`; lists and variants add nothing to it. */
export type FieldNotes = ReadonlyMap<string, string>

/** Reads the comments above the fields of schemas in the sources of a folder, by the names of constants and functions. */
export function readFieldNotes(folder: string): ReadonlyMap<string, FieldNotes> {
  const files = new Map(globSync('**/*.ts', { cwd: folder }).map((path) => [path, readFile(join(folder, path), path)]))
  const notes = new Notes(files)
  return new Map(
    [...files].flatMap(([path, { names }]) =>
      [...names].flatMap(([name, one]) => ('type' in one ? [[name, notes.named(path, name)]] : [])),
    ),
  )
}

function readFile(full: string, path: string): File {
  const text = readFileSync(full, 'utf8')
  const names: File['names'] = new Map()
  const program = parseAst(text, { lang: 'ts' }) as unknown as { readonly body: readonly Node[] }
  for (const statement of program.body) {
    const { type, source, specifiers = [] } = statement
    const declared = statement.declaration ?? statement
    for (const { id, init } of declared.declarations ?? []) if (id?.name && init) names.set(id.name, init)
    const returned = ((declared.body as unknown as Node | undefined)?.body as readonly Node[] | undefined)?.find(
      (one) => one.type === 'ReturnStatement',
    )
    if (declared.type === 'FunctionDeclaration' && declared.id?.name && returned?.argument)
      names.set(declared.id.name, returned.argument)
    if (type !== 'ImportDeclaration' || !source?.value.startsWith('.')) continue
    for (const { local, imported } of specifiers)
      if (local?.name && imported?.name)
        names.set(local.name, { file: join(path, '..', source.value), name: imported.name })
  }
  return { text, names }
}

const NONE: FieldNotes = new Map()

class Notes {
  readonly #files: ReadonlyMap<string, File>
  readonly #known = new Map<string, FieldNotes>()

  constructor(files: ReadonlyMap<string, File>) {
    this.#files = files
  }

  named(path: string, name: string): FieldNotes {
    const key = `${path}:${name}`
    const known = this.#known.get(key)
    if (known !== undefined) return known
    // What refers to itself ends here.
    this.#known.set(key, NONE)
    const found = this.#files.get(path)?.names.get(name)
    const notes =
      found === undefined ? NONE : 'type' in found ? this.#of(found, path) : this.named(found.file, found.name)
    this.#known.set(key, notes)
    return notes
  }

  #of(node: Node | null | undefined, path: string): FieldNotes {
    switch (node?.type) {
      case 'ObjectExpression':
        return this.#ofObject(node, path)
      case 'ArrayExpression':
        return agreed((node.elements ?? []).map((one) => this.#of(one, path)))
      case 'ArrowFunctionExpression':
        return this.#of(node.body, path)
      case 'CallExpression':
        return merged([node.callee?.object, ...(node.arguments ?? [])].map((one) => this.#of(one, path)))
      case 'Identifier':
        return this.named(path, node.name ?? '')
      case 'MemberExpression':
        return node.computed === true ? NONE : below(this.#of(node.object, path), node.property?.name ?? '')
      default:
        return node?.expression === undefined ? NONE : this.#of(node.expression, path)
    }
  }

  #ofObject({ properties = [] }: Node, path: string): FieldNotes {
    const notes = new Map<string, string>()
    for (const { type, key, value, argument, start } of properties) {
      if (type === 'SpreadElement') for (const one of this.#of(argument, path)) notes.set(...one)
      const name = key?.name ?? key?.value
      if (name === undefined) continue
      const text = commentBefore(this.#files.get(path)?.text ?? '', start)
      if (text !== null) notes.set(name, text)
      for (const [inner, note] of this.#of(value, path)) notes.set(`${name}.${inner}`, note)
    }
    return notes
  }
}

/** Later fields replace earlier ones, as `extend` does. */
function merged(all: readonly FieldNotes[]): FieldNotes {
  return new Map(all.flatMap((one) => [...one]))
}

/** Variants of a union: what they say differently about the same field, none of them says about all. */
function agreed(all: readonly FieldNotes[]): FieldNotes {
  const isSaid = ([path, note]: [string, string]): boolean => all.every((one) => (one.get(path) ?? note) === note)
  return new Map([...merged(all)].filter(isSaid))
}

function below(notes: FieldNotes, name: string): FieldNotes {
  if (name === 'shape' || name === 'element') return notes
  const prefix = `${name}.`
  return new Map(
    [...notes].flatMap(([path, note]) => (path.startsWith(prefix) ? [[path.slice(prefix.length), note]] : [])),
  )
}

function commentBefore(text: string, end: number): string | null {
  const found = /\/\*\*((?:(?!\*\/)[^])*)\*\/\s*$/.exec(text.slice(0, end))?.[1]
  return found === undefined
    ? null
    : found
        .replaceAll(/\n\s*\*/g, ' ')
        .replaceAll(/\s+/g, ' ')
        .trim()
}
