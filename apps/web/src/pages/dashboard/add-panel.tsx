import { Modal, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconArrowLeft, IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactElement, useState } from 'react'
import { EmptyState, LoadingRows } from '../../ui/states.tsx'
import { instrumentsQuery } from '../../entities/instruments/market-data-queries.ts'
import { matchInstrument } from '../../entities/instruments/match-instrument.ts'
import { bySymbol } from '../../entities/instruments/group-instruments.ts'
import { isListed } from '../../entities/instruments/use-instrument.ts'
import classes from './add-panel.module.css'
import { addPanel } from '../../entities/panels/dashboard-state.ts'
import type { Panel } from '../../entities/panels/define-panel.ts'
import { PANELS, showsInstrument } from '../../entities/panels/panels.ts'

interface AddPanelProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** What can be chosen: a panel, or the instrument of one. */
interface Choice {
  readonly id: string
  readonly title: string
  readonly detail: string
  readonly choose: () => void
}

/** Chooses a panel, and an instrument for one that shows an instrument. */
export function AddPanel({ isOpen, onClose }: AddPanelProps): ReactElement {
  const [panel, setPanel] = useState<Panel | null>(null)
  const end = (): void => {
    setPanel(null)
    onClose()
  }
  const add = (view: string, opts: object): void => {
    addPanel(view, opts)
    end()
  }
  return (
    <Modal
      opened={isOpen}
      onClose={end}
      title={panel === null ? 'Add a panel' : `${panel.title}: choose an instrument`}
      size={440}
      // The panel that was added gets the focus.
      returnFocus={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {panel === null ? (
        <Panels onChoose={(one) => (showsInstrument(one.name) ? setPanel(one) : add(one.name, {}))} />
      ) : (
        <Instruments onBack={() => setPanel(null)} onChoose={(instrumentId) => add(panel.name, { instrumentId })} />
      )}
    </Modal>
  )
}

function Panels({ onChoose }: { readonly onChoose: (panel: Panel) => void }): ReactElement {
  const [search, setSearch] = useState('')
  const wanted = search.trim().toLowerCase()
  const choices = PANELS.filter(({ title, about = '' }) => `${title} ${about}`.toLowerCase().includes(wanted))
    .toSorted((a, b) => a.title.localeCompare(b.title, 'en'))
    .map((panel): Choice => ({
      id: panel.name,
      title: panel.title,
      detail: panel.about ?? `${panel.size.w} × ${panel.size.h} cells`,
      choose: () => onChoose(panel),
    }))
  return <Choices key="panels" label="Search panels" search={search} onSearch={setSearch} choices={choices} />
}

interface InstrumentsProps {
  readonly onChoose: (instrumentId: string) => void
  readonly onBack: () => void
}

function Instruments({ onChoose, onBack }: InstrumentsProps): ReactElement {
  const { data } = useQuery(instrumentsQuery)
  const [search, setSearch] = useState('')
  const choices = data
    ?.filter((instrument) => isListed(instrument.status) && matchInstrument(instrument, search))
    .toSorted(bySymbol)
    .map(({ id, displaySymbol, exchangeName, product }): Choice => ({
      id,
      title: displaySymbol,
      detail: `${exchangeName} · ${product}`,
      choose: () => onChoose(id),
    }))
  return (
    <>
      <button type="button" className={classes['back']} onClick={onBack}>
        <IconArrowLeft size={14} aria-hidden /> All panels
      </button>
      <Choices key="instruments" label="Search instruments" search={search} onSearch={setSearch} choices={choices} />
    </>
  )
}

interface ChoicesProps {
  readonly label: string
  readonly search: string
  readonly onSearch: (search: string) => void
  /** Undefined until they are known. */
  readonly choices: readonly Choice[] | undefined
}

/** A search and what it finds. Enter takes the first; arrows go through all. */
function Choices({ label, search, onSearch, choices }: ChoicesProps): ReactElement {
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, li > button')]
    const index = stops.findIndex((stop) => stop === document.activeElement)
    stops[Math.max(0, Math.min(stops.length - 1, index + step))]?.focus()
  }
  return (
    <div onKeyDown={onKeyDown}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          choices?.[0]?.choose()
        }}
      >
        <TextInput
          data-autofocus
          autoFocus
          aria-label={label}
          placeholder="Search"
          leftSection={<IconSearch size={14} aria-hidden />}
          value={search}
          onChange={(event) => onSearch(event.currentTarget.value)}
        />
      </form>
      {choices === undefined ? <LoadingRows rows={6} /> : null}
      {choices?.length === 0 ? <EmptyState title="No matches" /> : null}
      <ul className={classes['choices']}>
        {choices?.map(({ id, title, detail, choose }) => (
          <li key={id}>
            <button type="button" onClick={choose}>
              <span>{title}</span>
              <small>{detail}</small>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
