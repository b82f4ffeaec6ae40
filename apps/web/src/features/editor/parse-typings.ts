/** What the documentation pane shows, read from the typing file: it has one shape, which a test holds. */
export interface Member {
  readonly name: string
  readonly signature: string
  readonly text: string
  /** Code that shows its use, ready to be taken over. */
  readonly example: string | null
}

export interface DocumentedType {
  readonly name: string
  readonly text: string
  readonly members: readonly Member[]
}

export interface ApiDocumentation {
  /** Plain paragraphs of the head comment, with `-` lists. */
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
  place: number
  /** The last comment that no declaration has taken yet. */
  comment: string
}

function takeComment(reader: Reader): string {
  const { comment } = reader
  reader.comment = ''
  return comment
}

function readComment(reader: Reader): void {
  const start = reader.place
  while (reader.place < reader.lines.length && !reader.lines[reader.place]?.includes('*/')) reader.place += 1
  reader.place += 1
  reader.comment = commentText(reader.lines.slice(start, reader.place))
}

/** A declaration that may go over several lines: until its brackets are even and `isEnd` says so. */
function readDeclaration(reader: Reader): string {
  let text = ''
  let depth = 0
  while (reader.place < reader.lines.length) {
    const line = reader.lines[reader.place] ?? ''
    reader.place += 1
    text += `${text === '' ? '' : ' '}${line.trim()}`
    for (const character of line) {
      if ('([{'.includes(character)) depth += 1
      if (')]}'.includes(character)) depth -= 1
    }
    if (depth === 0 && !/^\s*\|/.test(reader.lines[reader.place] ?? '')) break
  }
  return text.replace(/\(\s+/g, '(').replace(/,?\s+\)/g, ')')
}

function member(declaration: string, comment: string): Member {
  const [text = '', example = null] = comment.split(/\n@example\n/)
  const signature = declaration.replace(/^declare (?:const|function) /, '').replace(/^readonly /, '')
  return { name: /^[\w$]+/.exec(signature)?.[0] ?? signature, signature, text: text.trim(), example }
}

function readInterface(reader: Reader): DocumentedType {
  const text = takeComment(reader)
  const name = /interface (\w+)/.exec(reader.lines[reader.place] ?? '')?.[1] ?? ''
  const members: Member[] = []
  reader.place += 1
  while (reader.place < reader.lines.length && reader.lines[reader.place] !== '}') {
    const line = reader.lines[reader.place] ?? ''
    if (line.trim().startsWith('/**')) readComment(reader)
    else if (line.trim() === '') reader.place += 1
    else members.push(member(readDeclaration(reader), takeComment(reader)))
  }
  reader.place += 1
  return { name, text, members }
}

export function parseTypings(source: string): ApiDocumentation {
  const reader: Reader = { lines: source.split('\n'), place: 0, comment: '' }
  const globals: Member[] = []
  const types: DocumentedType[] = []
  let introduction = ''
  while (reader.place < reader.lines.length) {
    const line = reader.lines[reader.place] ?? ''
    if (line.startsWith('/**')) {
      readComment(reader)
      if (introduction === '') introduction = takeComment(reader)
    } else if (/^(?:declare )?interface /.test(line)) types.push(readInterface(reader))
    else if (line.startsWith('declare type ')) {
      const declaration = readDeclaration(reader)
      const name = /^declare type (\w+)/.exec(declaration)?.[1] ?? ''
      const text = takeComment(reader)
      types.push({
        name,
        text: `${text}\n${declaration.replace(/^declare type \w+ =\s*\|?\s*/, '')}`.trim(),
        members: [],
      })
    } else if (line.startsWith('declare ')) globals.push(member(readDeclaration(reader), takeComment(reader)))
    else reader.place += 1
  }
  return { introduction, globals, types }
}
