/** Errors whose message is for the user, who can put it right; by name, since each part has its own class. */
const FOR_USERS = ['InputError', 'ImportError', 'InstrumentError', 'MarketDataError', 'UserError']

/** The one line that tells a user what to put right; null for a fault of the program. */
export function errorText(error: unknown): string | null {
  const { name, message, syscall } = error as NodeJS.ErrnoException
  // An error of the operating system names the file or folder.
  return FOR_USERS.includes(name) || syscall !== undefined ? message : null
}
