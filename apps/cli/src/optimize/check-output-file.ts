import { access, constants, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { UserError } from '@tradeloom/domain'

/** Throws UserError if a file could not be written: better before a long search than after it. */
export async function checkOutputFile(option: string, file: string | undefined): Promise<void> {
  if (file === undefined) return
  const found = await stat(file).catch(() => null)
  if (found?.isDirectory() === true) throw new UserError('invalid-input', `${option} ${file} is a folder`)
  const folder = dirname(file)
  if (!(await stat(folder).catch(() => null))?.isDirectory())
    throw new UserError('invalid-input', `${option} ${file}: there is no folder ${folder}`)
  const isWritable = await access(found ? file : folder, constants.W_OK).then(
    () => true,
    () => false,
  )
  if (!isWritable) throw new UserError('invalid-input', `${option} ${file}: no permission to write`)
}
