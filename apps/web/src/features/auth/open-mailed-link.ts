import { type LinkPurpose, linkPurpose } from '@tradeloom/contracts'
import { acceptInvitation, askForNewPassword, askToOpenLink } from '../../entities/user/auth-prompt.ts'

/** Goes on where a mailed link or an issuer has sent the browser to this page, and removes that from the address. */
export function openMailedLink(): void {
  const address = new URL(location.href)
  const resetKey = address.searchParams.get('key')
  const link = parse(address.searchParams.get('account') ?? '')
  const invitation = address.searchParams.get('invitation')
  const back = address.searchParams.get('signIn')
  if (resetKey === null && link === null && invitation === null && back === null) return
  for (const name of ['key', 'account', 'invitation', 'signIn']) address.searchParams.delete(name)
  history.replaceState(history.state, '', address)
  if (resetKey !== null) askForNewPassword(resetKey)
  else if (link !== null) askToOpenLink(link)
  else if (invitation !== null) acceptInvitation(invitation)
  else if (back !== null) void import('../../entities/user/come-back.ts').then(({ comeBack }) => comeBack(back))
}

/** `verify-email.key`. */
function parse(text: string): { readonly purpose: LinkPurpose; readonly key: string } | null {
  const dot = text.indexOf('.')
  const purpose = linkPurpose.safeParse(text.slice(0, Math.max(0, dot)))
  return purpose.success ? { purpose: purpose.data, key: text.slice(dot + 1) } : null
}
