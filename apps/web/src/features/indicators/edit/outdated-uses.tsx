import { Button } from '@mantine/core'
import type { IndicatorDetail } from '@tradeloom/contracts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { Banner } from '../../../ui/banner.tsx'
import { formatCount } from '../../../ui/format.ts'
import { indicatorUsesQuery } from '../../../entities/indicators/indicator-queries.ts'

const MAX_NAMED = 3

/** Leads to the algorithms whose newest version runs with an earlier script of the indicator. */
export function OutdatedUses({ indicator: { id } }: { readonly indicator: IndicatorDetail }): ReactElement | null {
  const { data: uses = [] } = useQuery(indicatorUsesQuery(id))
  const outdated = uses.filter(({ isOutdated }) => isOutdated)
  if (outdated.length === 0) return null
  const subject =
    outdated.length === 1 ? '1 algorithm still runs' : `${formatCount(outdated.length, 'algorithm')} still run`
  return (
    <Banner tone="warn" text={`${subject} with an earlier script of this indicator.`}>
      {outdated.slice(0, MAX_NAMED).map(({ algorithmId, algorithmName }) => (
        <Button
          key={algorithmId}
          size="compact-sm"
          variant="default"
          maw={220}
          renderRoot={(props) => (
            <Link to="/algorithms/$algorithmId/edit" params={{ algorithmId }} {...props}>
              {props.children}
            </Link>
          )}
        >
          {algorithmName}
        </Button>
      ))}
      {outdated.length > MAX_NAMED ? <span className="muted">and {outdated.length - MAX_NAMED} more</span> : null}
    </Banner>
  )
}
