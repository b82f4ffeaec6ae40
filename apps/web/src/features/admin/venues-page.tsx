import type { Venue } from '@tradeloom/contracts'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { EmptyState, ErrorState, LoadingRows } from '../../ui/states.tsx'
import { AdminPage } from './admin-page.tsx'
import { venuesQuery } from './admin-queries.ts'
import { VenuePanel } from './venue-panel.tsx'

/** Venues with the state of their prices: each is switched on and off here. */
export function VenuesPage(): ReactElement {
  return <AdminPage title="Venues">{() => <Venues />}</AdminPage>
}

function Venues(): ReactElement {
  const { data, error, refetch, dataUpdatedAt } = useQuery(venuesQuery)
  if (data === undefined) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingRows />
  if (data.length === 0) return <EmptyState title="No venues" text="This server offers no live prices." />
  return (
    <>
      {error ? <Banner tone="warn" text="The server does not answer. What is shown here may be out of date." /> : null}
      {sorted(data).map((venue) => (
        <VenuePanel key={venue.id} venue={venue} readAt={dataUpdatedAt} isOld={error !== null} />
      ))}
    </>
  )
}

/** Real ones first: those are switched. */
function sorted(venues: readonly Venue[]): Venue[] {
  return venues.toSorted((a, b) => Number(b.needsSwitch) - Number(a.needsSwitch))
}
