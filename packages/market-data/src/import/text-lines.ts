import { ImportError } from './import-error.ts'
import type { TextFile } from './open-files.ts'

/** Lines of one chunk of a file. */
export interface LineBatch {
  readonly lines: readonly string[]
  /** Number of the first line, from 1. */
  readonly firstLine: number
  /** The last line of this (last) batch has no line break: the file may be truncated there. */
  readonly openEnd: boolean
}

/** Rows of prices are far shorter; a longer line means that this is not a price file. */
const MAX_LINE_LENGTH = 64 * 1024

/**
 * Streams the lines of a text: UTF-8, UTF-16 with a byte order mark, or the Windows code page of Excel's CSV. Throws ImportError if it is not
 * text.
 */
export async function* textLines(file: TextFile): AsyncGenerator<LineBatch> {
  const stream = await file.open()
  let decoder: InstanceType<typeof TextDecoder> | null = null
  let rest = ''
  let line = 1
  try {
    for await (const chunk of stream) {
      const isFirst = decoder === null
      decoder ??= new TextDecoder(encodingOf(chunk))
      const text = rest + decoder.decode(chunk, { stream: true })
      if (text.includes('\0') || text.includes('\uFFFD')) throw new ImportError('is not a text file', file.name, line)
      if (isFirst && /^\s*<(?:!doctype|html|\?xml)/i.test(text))
        throw new ImportError('is a web page or XML, not a price file', file.name, line)
      const lines = text.split('\n')
      rest = lines.pop() as string
      if (rest.length > MAX_LINE_LENGTH) throw new ImportError('has lines that are too long', file.name, line)
      yield { lines: lines.map(withoutReturn), firstLine: line, openEnd: false }
      line += lines.length
    }
  } catch (error) {
    if (error instanceof ImportError) throw error
    throw new ImportError(`cannot be read (${(error as Error).message})`, file.name, line)
  }
  if (rest.trim() !== '') yield { lines: [withoutReturn(rest)], firstLine: line, openEnd: true }
}

function encodingOf(first: Buffer): string {
  const [one, two] = first
  if (one === 0xff && two === 0xfe) return 'utf-16le'
  if (one === 0xfe && two === 0xff) return 'utf-16be'
  // A character may be cut at the end of the chunk.
  const start = new TextDecoder().decode(first, { stream: true })
  return start.includes('\uFFFD') && !first.includes(0) ? 'windows-1252' : 'utf-8'
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line
}

/** The number in a cell; NaN for an empty cell, which `Number` reads as zero, and for `0x1F`, which it reads as 31. */
export function cellNumber(cell: string | undefined): number {
  const text = cell?.trim() ?? ''
  return text === '' || OTHER_BASE.has(text.charCodeAt(1)) ? Number.NaN : Number(text)
}

/**
 * Character codes of the prefixes of hexadecimal, octal and binary numbers; decimal numbers never have them in second
 * place.
 */
const OTHER_BASE = new Set([...'xXoObB'].map((letter) => letter.charCodeAt(0)))
