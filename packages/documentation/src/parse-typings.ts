/** A documented name in the typings. Their fixed format is verified by a test. */
export interface Member {
  readonly name: string
  readonly signature: string
  readonly text: string
  /** Code that shows its use, ready to insert. */
  readonly example: string | null
  /** Line of its declaration, counted from 1. */
  readonly line: number
}

export interface DocumentedType {
  readonly name: string
  readonly text: string
  /** Its declaration, for a type without members. */
  readonly signature: string | null
  readonly members: readonly Member[]
  readonly line: number
}

interface ApiDocumentation {
  /** Plain paragraphs of the file comment, with `-` lists. */
  readonly introduction: string
  /** Values and functions in scope, in the order of the file. */
  readonly globals: readonly Member[]
  readonly types: readonly DocumentedType[]
}

const COMMENT_LINE = /^\s*(?:\/\*\*|\*\/|\*)?\s?(.*?)\s*(?:\*\/)?\s*$/

function commentText(lines: readonly string[]): string {
  return lines
    .map((line) => COMMENT_LINE.exec(line)?.[1] ?? '')
    .join('\n')
    .trim()
}

interface Reader {
  readonly lines: readonly string[]
  lineIndex: number
  /** The last comment, until a declaration takes it. */
  comment: string
}

function takeComment(reader: Reader): string {
  const { comment } = reader
  reader.comment = ''
  return comment
}

function readComment(reader: Reader): void {
  const start = reader.lineIndex
  while (reader.lineIndex < reader.lines.length && !reader.lines[reader.lineIndex]?.includes('*/'))
    reader.lineIndex += 1
  reader.lineIndex += 1
  reader.comment = commentText(reader.lines.slice(start, reader.lineIndex))
}

/** A declaration of one or more lines: reads until the brackets are balanced and no union member follows. */
function readDeclaration(reader: Reader): string {
  let text = ''
  let depth = 0
  while (reader.lineIndex < reader.lines.length) {
    const line = reader.lines[reader.lineIndex] ?? ''
    reader.lineIndex += 1
    text += `${text === '' ? '' : ' '}${line.trim()}`
    for (const character of line) {
      if ('([{'.includes(character)) depth += 1
      if (')]}'.includes(character)) depth -= 1
    }
    if (depth === 0 && !/^\s*\|/.test(reader.lines[reader.lineIndex] ?? '')) break
  }
  return text.replace(/\(\s+/g, '(').replace(/,?\s+\)/g, ')')
}

function member(reader: Reader): Member {
  const line = reader.lineIndex + 1
  const declaration = readDeclaration(reader)
  const comment = takeComment(reader)
  const [text = '', example = null] = comment.split(/\n@example\n/)
  const signature = declaration.replace(/^declare (?:const|function) /, '').replace(/^readonly /, '')
  return { name: /^[\w$]+/.exec(signature)?.[0] ?? signature, signature, text: text.trim(), example, line }
}

function readInterface(reader: Reader): DocumentedType {
  const text = takeComment(reader)
  const name = /interface (\w+)/.exec(reader.lines[reader.lineIndex] ?? '')?.[1] ?? ''
  const members: Member[] = []
  const declared = reader.lineIndex + 1
  reader.lineIndex += 1
  while (reader.lineIndex < reader.lines.length && reader.lines[reader.lineIndex] !== '}') {
    const line = reader.lines[reader.lineIndex] ?? ''
    if (line.trim().startsWith('/**')) readComment(reader)
    else if (line.trim() === '') reader.lineIndex += 1
    else members.push(member(reader))
  }
  reader.lineIndex += 1
  return { name, text, signature: null, members, line: declared }
}

export function parseTypings(source: string): ApiDocumentation {
  const reader: Reader = { lines: source.split('\n'), lineIndex: 0, comment: '' }
  const globals: Member[] = []
  const types: DocumentedType[] = []
  let introduction = ''
  while (reader.lineIndex < reader.lines.length) {
    const line = reader.lines[reader.lineIndex] ?? ''
    if (line.startsWith('/**')) {
      readComment(reader)
      if (introduction === '') introduction = takeComment(reader)
    } else if (/^(?:declare )?interface /.test(line)) types.push(readInterface(reader))
    else if (line.startsWith('declare type ')) {
      const declared = reader.lineIndex + 1
      const signature = readDeclaration(reader)
        .replace(/^declare /, '')
        .replace(/=\s*\|\s*/, '= ')
      const name = /^type (\w+)/.exec(signature)?.[1] ?? ''
      types.push({ name, text: takeComment(reader), signature, members: [], line: declared })
    } else if (line.startsWith('declare ')) globals.push(member(reader))
    else reader.lineIndex += 1
  }
  return { introduction, globals, types }
}
