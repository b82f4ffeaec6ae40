import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { BAR_COLUMNS, KNOWN_COLUMNS, TICK_COLUMNS } from '@tradeloom/domain'
import type { ColumnsFile } from '../columns-file.ts'

const NAMES = { bar: BAR_COLUMNS, tick: TICK_COLUMNS, known: KNOWN_COLUMNS } as const

/** The file is no longer the one that the job names: it must be looked up and verified again. */
export class DataReplaced extends Error {}

/**
 * Reads the rows of a run directly into shared memory, column after column in the order of the domain's lists. Throws
 * if a column is missing or the file is too short.
 */
export function readColumns(file: ColumnsFile): { buffer: SharedArrayBuffer; rows: number } {
  const first = file.first ?? 0
  const rows = (file.last ?? file.rows) - first
  if (first < 0 || rows < 0 || first + rows > file.rows) throw new Error('The requested rows are not in the data file')
  const names: readonly string[] = NAMES[file.kind]
  const width = rows * Float64Array.BYTES_PER_ELEMENT
  const buffer = new SharedArrayBuffer(names.length * width)
  const descriptor = open(file.path)
  try {
    names.forEach((name, at) => {
      const column = file.columns.find((candidate) => candidate.name === name)
      if (column === undefined || column.length < first + rows) throw new Error(`Column ${name} is missing in the data`)
      readFully(
        descriptor,
        new Uint8Array(buffer, at * width, width),
        column.byteOffset + first * Float64Array.BYTES_PER_ELEMENT,
      )
    })
    refuseOther(descriptor, file)
  } finally {
    closeSync(descriptor)
  }
  return { buffer, rows }
}

/** Checked after reading, so that a file written to in the meantime is refused, too. */
function refuseOther(descriptor: number, { stamp }: ColumnsFile): void {
  if (stamp === undefined) return
  const { ino, size, mtimeMs } = fstatSync(descriptor)
  if (ino !== stamp.inode || size !== stamp.size || mtimeMs !== stamp.modified)
    throw new DataReplaced('The data file is not the one that was verified. Start the backtest again')
}

/** Files that nobody has used for a while are deleted when there are too many. */
function open(path: string): number {
  try {
    return openSync(path, 'r')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    throw new DataReplaced(`The data file ${path} was deleted. Start the backtest again`)
  }
}

function readFully(descriptor: number, target: Uint8Array, position: number): void {
  let done = 0
  while (done < target.length) {
    const count = readSync(descriptor, target, done, target.length - done, position + done)
    if (count === 0) throw new DataReplaced('The data file is shorter than stated')
    done += count
  }
}
