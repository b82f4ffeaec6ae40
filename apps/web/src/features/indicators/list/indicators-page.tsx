import { Button, SegmentedControl, TextInput } from '@mantine/core'
import type { Indicator } from '@tradeloom/contracts'
import { IconPlus, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { MatchCount } from '../../../ui/match-count.tsx'
import { EmptyState, ErrorState, LoadingBlock } from '../../../ui/states.tsx'
import page from '../../../ui/page.module.css'
import { useUser } from '../../../entities/user/bootstrap-query.ts'
import { groupIndicators, matchesIndicator } from '../group-indicators.ts'
import { indicatorsQuery, sharedIndicatorsQuery } from '../../../entities/indicators/indicator-queries.ts'
import { openNewIndicator } from '../new-indicator.tsx'
import { IndicatorCard } from './indicator-card.tsx'
import classes from './indicators.module.css'

type Filter = 'custom' | 'system'

/** All indicators: custom ones, own and shared, and those of the program by group. */
export function IndicatorsPage(): ReactElement {
  const user = useUser()
  const [chosen, setChosen] = useState<Filter | null>(null)
  const [text, setText] = useState('')
  const listed = useQuery({ ...indicatorsQuery(Boolean(user)), enabled: user !== undefined })
  const shared = useQuery(sharedIndicatorsQuery)
  const search = text.trim().toLowerCase()
  const find = (all: readonly Indicator[] | undefined): readonly Indicator[] =>
    all?.filter((indicator) => matchesIndicator(indicator, search)) ?? []
  const own = find(listed.data?.filter(({ system }) => !system))
  const others = find(shared.data?.filter(({ readOnly }) => readOnly))
  const system = find(listed.data?.filter((indicator) => indicator.system))
  // Visitors have only what the program brings; a search shows where it found something.
  const filter = chosen ?? (user ? 'custom' : 'system')
  return (
    <div className={page['page']}>
      <div className={page['title']}>
        <h1>Indicators</h1>
        <SegmentedControl
          size="xs"
          aria-label="Kind of indicators"
          value={filter}
          onChange={(next) => setChosen(next as Filter)}
          data={[
            { value: 'custom', label: `Custom (${own.length + others.length})` },
            { value: 'system', label: `System (${system.length})` },
          ]}
        />
        <TextInput
          aria-label="Search indicators"
          placeholder="Search name, key, description"
          leftSection={<IconSearch size={14} aria-hidden />}
          size="xs"
          value={text}
          className={classes['search'] ?? ''}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <MatchCount search={search} count={filter === 'custom' ? own.length + others.length : system.length} />
        <div className={page['actions']}>
          <Button leftSection={<IconPlus size={14} aria-hidden />} onClick={() => void openNewIndicator()}>
            New indicator
          </Button>
        </div>
      </div>
      {listed.isPending ? <LoadingBlock height={236} /> : null}
      {listed.isError ? <ErrorState error={listed.error} onRetry={() => void listed.refetch()} /> : null}
      {listed.isSuccess && filter === 'custom' ? (
        <Custom own={own} others={others} isSearching={search !== ''} />
      ) : null}
      {listed.isSuccess && filter === 'system' ? <System indicators={system} /> : null}
    </div>
  )
}

interface CustomProps {
  readonly own: readonly Indicator[]
  readonly others: readonly Indicator[]
  readonly isSearching: boolean
}

function Custom({ own, others, isSearching }: CustomProps): ReactElement {
  if (own.length + others.length === 0) {
    return isSearching ? (
      <EmptyState picture="search" title="No matches found" />
    ) : (
      <EmptyState
        picture="indicators"
        title="No custom indicators yet"
        text="Write one, or clone one of the system indicators to start from its source."
      />
    )
  }
  return (
    <>
      {own.length > 0 ? <Section title="Your indicators" indicators={own} /> : null}
      {others.length > 0 ? <Section title="Shared by the community" indicators={others} /> : null}
    </>
  )
}

function System({ indicators }: { readonly indicators: readonly Indicator[] }): ReactElement {
  if (indicators.length === 0) return <EmptyState picture="search" title="No matches found" />
  return (
    <>
      {groupIndicators(indicators).map((group) => (
        <Section key={group.name} title={group.name ?? 'Other'} indicators={group.indicators} />
      ))}
    </>
  )
}

function Section({ title, indicators }: { readonly title: string; readonly indicators: readonly Indicator[] }) {
  return (
    <section aria-label={title} className={classes['section']}>
      <h2>
        {title} <span className="muted num">{indicators.length}</span>
      </h2>
      <ul className={classes['cards']}>
        {indicators.map((indicator) => (
          <IndicatorCard key={indicator.id} indicator={indicator} />
        ))}
      </ul>
    </section>
  )
}
