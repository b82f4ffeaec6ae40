import { type LinkPurpose, linkPurpose } from '@tradeloom/contracts'
import { acceptInvitation, askForNewPassword, askToOpenLink } from './auth-prompt.ts'

/** Opens the dialog of a mailed link if the page was opened by one, and removes its key from the address. */
export function openMailedLink(): void {
  const address = new URL(location.href)
  const resetKey = address.searchParams.get('key')
  const link = parse(address.searchParams.get('account') ?? '')
  const invitation = address.searchParams.get('invitation')
  if (resetKey === null && link === null && invitation === null) return
  for (const name of ['key', 'account', 'invitation']) address.searchParams.delete(name)
  history.replaceState(history.state, '', address)
  if (resetKey !== null) askForNewPassword(resetKey)
  else if (link !== null) askToOpenLink(link)
  else if (invitation !== null) acceptInvitation(invitation)
}

/** `verify-email.key`. */
function parse(text: string): { readonly purpose: LinkPurpose; readonly key: string } | null {
  const dot = text.indexOf('.')
  const purpose = linkPurpose.safeParse(text.slice(0, Math.max(0, dot)))
  return purpose.success ? { purpose: purpose.data, key: text.slice(dot + 1) } : null
}
