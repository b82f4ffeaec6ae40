import { UserError } from '@tradeloom/domain'
import type { TableReading } from '@tradeloom/domain'
import { readText } from './read-text.ts'

/** Reads the file of a table by the same rules as the browser. Throws UserError with file and line. */
export async function readTableFile<Value>(file: string, read: (text: string) => TableReading<Value>): Promise<Value> {
  const { value, problem } = read(await readText(file))
  if (problem === null) return value
  const { line, message } = problem
  throw new UserError('invalid-input', `${file}${line === null ? '' : ` line ${line}`}: ${message}`)
}
