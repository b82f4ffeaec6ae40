import { askForNewPassword } from './auth-prompt.ts'

/** Opens the dialog for a new password if the page was opened by a link with a key, and removes it from the address. */
export function openResetLink(): void {
  const address = new URL(location.href)
  const key = address.searchParams.get('key')
  if (key === null) return
  address.searchParams.delete('key')
  history.replaceState(history.state, '', address)
  askForNewPassword(key)
}
