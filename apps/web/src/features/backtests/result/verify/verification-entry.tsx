import type { Verification } from '@tradeloom/contracts'
import type { ReactElement } from 'react'
import { formatMinute } from '../../../../ui/format.ts'
import { VerificationBadge } from './verification-badge.tsx'

/** The verdict of a verification and what differs. */
export function VerificationEntry({ verification }: { readonly verification: Verification }): ReactElement {
  const { created, ended, differences, detail, status } = verification
  return (
    <li>
      <VerificationBadge verification={verification} /> <span className="num">{formatMinute(ended ?? created)}</span>
      {status === 'Failed' && detail !== null ? <p>{detail}</p> : null}
      {status === 'Verified' && differences.length > 0 ? <p>The result is the same, although:</p> : null}
      {differences.length === 0 ? null : (
        <ul>
          {differences.map(({ what, text }) => (
            <li key={`${what} ${text}`}>{text}</li>
          ))}
        </ul>
      )}
    </li>
  )
}
