import type { ShareRole } from '@tradeloom/contracts'
import type { Notice } from '@tradeloom/database'

interface NoticeParts {
  readonly owner: string
  readonly broker: string
  readonly role: ShareRole
  readonly connectionId: string
  readonly now: number
}

type Told = 'accepted' | 'raised' | 'lowered' | 'withdrawn' | 'left'
type AboutPerson = NoticeParts & { readonly person: string }

const DAY_MS = 86_400_000

/** What has happened to a share, as its owner and the other person read it. */
export function shareNotice(what: 'invited', parts: NoticeParts): Notice
export function shareNotice(what: Told, parts: AboutPerson): Notice
export function shareNotice(what: 'invited' | Told, parts: NoticeParts & { readonly person?: string }): Notice {
  const { owner, broker, role, connectionId, now, person = '' } = parts
  const invited = {
    subject: `${owner} invites you to the accounts on ${broker}, as ${role}`,
    body: 'You see them once you accept. Decline if you do not know who this is.',
  }
  const texts: Readonly<Record<'invited' | Told, { readonly subject: string; readonly body: string }>> = {
    invited,
    accepted: {
      subject: `${person} has accepted your invitation to ${broker}, as ${role}`,
      body: 'If this is not the person that you meant, withdraw the share.',
    },
    raised: { subject: `${person} may now trade on the accounts of ${owner} on ${broker}`, body: '' },
    lowered: { subject: `${person} may now only view the accounts of ${owner} on ${broker}`, body: ENDED },
    withdrawn: { subject: `${owner} no longer shares the accounts on ${broker} with ${person}`, body: ENDED },
    left: { subject: `${person} has left the accounts of ${owner} on ${broker}`, body: ENDED },
  }
  // An owner who invites somebody again and again is heard once a day.
  const dedupKey = what === 'invited' ? `${connectionId}:${Math.floor(now / DAY_MS)}` : `${connectionId}:${what}:${now}`
  return { kind: 'connection-shared', ...texts[what], object: 'settings:exchange-api-keys', dedupKey, at: now }
}

const ENDED =
  'Sessions that they ran there have stopped, and their orders that were waiting to open a position are canceled. Positions and their stops remain.'
