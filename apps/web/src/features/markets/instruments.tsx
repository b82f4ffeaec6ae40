import { Checkbox, SegmentedControl, TextInput } from '@mantine/core'
import type { MarketInstrument } from '@tradeloom/contracts'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type FocusEvent, type KeyboardEvent, type ReactElement, useRef, useState } from 'react'
import { Panel } from '../../ui/panel.tsx'
import { EmptyState, ErrorState, LoadingRows } from '../../ui/states.tsx'
import { useShortcut } from '../../ui/use-shortcut.ts'
import { useUser } from '../../entities/user/bootstrap-query.ts'
import type { PanelProps } from '../../entities/panels/define-panel.ts'
import { ConnectionNote } from '../../entities/accounts/connection-note.tsx'
import { instrumentsQuery } from '../../entities/instruments/market-data-queries.ts'
import { matchInstrument } from '../../entities/instruments/match-instrument.ts'
import { useFavorites } from './favorites.ts'
import { bySymbol, groupInstruments } from '../../entities/instruments/group-instruments.ts'
import { InstrumentRow } from './instrument-row.tsx'
import { INSTRUMENT_GROUPS, type InstrumentsOptions } from '../../entities/instruments/instruments-options.ts'
import classes from './instruments.module.css'
import { INSTRUMENT_SHORTCUTS } from './instrument-shortcuts.ts'
import { useFunded } from './use-funded.ts'
import { isListed } from '../../entities/instruments/use-instrument.ts'

/** Favorites first, then groups; a search finds by what begins with its text. */
export function Instruments({ title, options, onOptions }: PanelProps<InstrumentsOptions>): ReactElement {
  const { data, error, refetch } = useQuery(instrumentsQuery)
  const [search, setSearch] = useState('')
  const [isFunded, setFunded] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [entry, setEntry] = useState<string | null>(null)
  useShortcut(INSTRUMENT_SHORTCUTS.search, () => field.current?.focus())
  const listed = (data ?? []).filter(({ status }) => isListed(status))
  const onKeyDown = (event: KeyboardEvent): void => {
    if (list.current !== null && moveFocus(list.current, event)) event.preventDefault()
  }
  const onFocus = ({ target }: FocusEvent): void =>
    setEntry(target.closest<HTMLElement>('[data-entry]')?.dataset['entry'] ?? null)
  return (
    <Panel title={title} flush actions={<ConnectionNote />} detail={data === undefined ? undefined : listed.length}>
      <div className={classes['panel']} onKeyDown={onKeyDown}>
        <div className={classes['tools']}>
          <TextInput
            ref={field}
            size="xs"
            aria-label="Search instruments"
            placeholder="Search"
            leftSection={<IconSearch size={14} aria-hidden />}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
          <SegmentedControl
            size="xs"
            fullWidth
            aria-label="Group by"
            data={[...INSTRUMENT_GROUPS]}
            value={options.group}
            onChange={(group) => onOptions({ ...options, group })}
          />
          <Checkbox
            size="xs"
            label="Funds available"
            checked={isFunded}
            onChange={(event) => setFunded(event.currentTarget.checked)}
          />
        </div>
        <div ref={list} className={classes['list']} onFocus={onFocus}>
          {error !== null && data === undefined ? (
            <ErrorState error={error} onRetry={() => void refetch()} />
          ) : data === undefined ? (
            <LoadingRows rows={8} />
          ) : (
            <Found instruments={listed} search={search} isFunded={isFunded} options={options} entry={entry} />
          )}
        </div>
      </div>
    </Panel>
  )
}

interface FoundProps {
  readonly instruments: readonly MarketInstrument[]
  readonly search: string
  readonly isFunded: boolean
  readonly options: InstrumentsOptions
  /** The row that had the focus last. */
  readonly entry: string | null
}

function Found({ instruments, search, isFunded, options, entry }: FoundProps): ReactElement {
  const favorites = useFavorites()
  const user = useUser()
  const hasFunds = useFunded()
  if (isFunded && !user) return <EmptyState title="Please log in to view instruments you have funds to trade" />
  const wanted = isFunded ? instruments.filter(hasFunds) : instruments
  const found = wanted.filter((instrument) => matchInstrument(instrument, search))
  if (found.length === 0) return <EmptyState title="No matches" />
  const starred = found.filter(({ id }) => favorites.ids.includes(id)).toSorted(bySymbol)
  const groups = [
    ...(starred.length > 0 ? [{ title: 'Favorites', instruments: starred }] : []),
    ...groupInstruments(found, options.group),
  ]
  const keys = groups.flatMap((group) => group.instruments.map(({ id }) => entryOf(group.title, id)))
  // The one that the Tab key goes to.
  const stop = entry !== null && keys.includes(entry) ? entry : keys[0]
  return (
    <>
      {groups.map((group) => (
        <section key={group.title} aria-label={group.title}>
          <h3 className={classes['group']}>{group.title}</h3>
          <ul>
            {group.instruments.map((instrument) => (
              <InstrumentRow
                key={instrument.id}
                instrument={instrument}
                entry={entryOf(group.title, instrument.id)}
                isStop={entryOf(group.title, instrument.id) === stop}
                isFavorite={favorites.ids.includes(instrument.id)}
                onFavorite={() => favorites.toggle(instrument.id)}
              />
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}

/** An instrument is in several groups. */
const entryOf = (group: string, id: string): string => `${group} ${id}`

/** Arrows go through the rows, from the search, too, and through the buttons of a row; false for other keys. */
function moveFocus(list: HTMLElement, { key, target }: KeyboardEvent): boolean {
  const row = target instanceof HTMLElement ? target.closest('[data-entry]') : null
  const across = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0
  if (across !== 0 && row !== null) return step(row.querySelectorAll('button'), document.activeElement, across)
  const down = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0
  return down !== 0 && step(list.querySelectorAll('[data-row]'), row?.querySelector('[data-row]') ?? null, down)
}

function step(elements: NodeListOf<HTMLElement>, from: Element | null, by: number): boolean {
  const index = [...elements].findIndex((element) => element === from)
  elements[Math.max(0, Math.min(elements.length - 1, index + by))]?.focus()
  return true
}
