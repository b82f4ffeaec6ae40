import { Badge } from '@mantine/core'
import type { Verification } from '@tradeloom/contracts'
import type { ReactElement } from 'react'

const COLORS: Readonly<Record<Verification['status'], string>> = {
  Queued: 'gray',
  'In Progress': 'blue',
  Verified: 'teal',
  Differs: 'orange',
  Failed: 'red',
}

const NAMES: Readonly<Record<Verification['differences'][number]['what'], string>> = {
  result: 'result',
  trades: 'trades',
  script: 'script',
  engine: 'engine',
  data: 'data',
  settings: 'settings',
  costs: 'costs',
  indicators: 'indicators',
  calendar: 'calendar',
  seed: 'seed',
}

/** `Verified`, or what differs. */
export function VerificationBadge({ verification }: { readonly verification: Verification }): ReactElement {
  return (
    <Badge
      color={
        isUndecided(verification.differences) && verification.status === 'Failed' ? 'gray' : COLORS[verification.status]
      }
      variant="light"
      tt="none"
    >
      {badgeText(verification)}
    </Badge>
  )
}

/** A repetition that another engine performed with the same figures has failed in nothing. */
function isUndecided(differences: Verification['differences']): boolean {
  return differences.length > 0 && differences.every(({ what }) => what === 'engine')
}

function badgeText({ status, differences }: Pick<Verification, 'status' | 'differences'>): string {
  if (status === 'Queued') return 'Waiting to be verified'
  if (status === 'In Progress') return 'Being verified'
  if (status === 'Failed') return isUndecided(differences) ? 'Undecided' : 'Not verified'
  if (status === 'Verified') return 'Verified'
  // The result differs because of the others, so it is named only if nothing else is.
  const causes = differences.filter(({ what }) => what !== 'result' && what !== 'trades')
  const named = new Set((causes.length > 0 ? causes : differences).map(({ what }) => NAMES[what]))
  return `Differs: ${[...named].join(', ')}`
}
