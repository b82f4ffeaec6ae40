import { UserError } from '@tradeloom/domain'
import { open, stat } from 'node:fs/promises'
import { readCsv } from './read-csv.ts'
import { readJsonTable } from './read-json-table.ts'
import type { Table } from './table.ts'

/**
 * Rows of a CSV file with a header, or of a JSON file with an array of objects. A text that begins with a bracket is
 * JSON, whatever its file name.
 * @param list name of the array in a JSON object, such as `positions`
 */
export async function readTable(file: string, list: 'positions' | 'equityCurve'): Promise<Table> {
  const head = await headOf(file)
  const encoding = head[0] === 0xff && head[1] === 0xfe ? 'utf16le' : 'utf8'
  const text = head.toString(encoding).replace(/^\uFEFF/, '')
  if (text.trim() === '') throw new UserError('invalid-input', `${file}: the file is empty`)
  if (text.includes('\0')) throw new UserError('invalid-input', `${file}: this is not a text file`)
  return /^\s*[[{]/.test(text) ? readJsonTable(file, encoding, list) : readCsv(file, encoding, text)
}

/** The first 64 KiB. */
async function headOf(file: string): Promise<Buffer> {
  const status = await stat(file).catch(() => null)
  if (!status) throw new UserError('invalid-input', `${file}: no such file`)
  if (!status.isFile()) throw new UserError('invalid-input', `${file}: this is not a file`)
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(65_536), 0, 65_536, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}
