import { UserError } from '@tradeloom/domain'

/** The one line that tells a user what to fix; null for a bug. */
export function errorText(error: unknown): string | null {
  if (error instanceof UserError) return error.text
  const { message, syscall } = error as NodeJS.ErrnoException
  // An error of the operating system names the file or folder.
  return syscall === undefined ? null : message
}
