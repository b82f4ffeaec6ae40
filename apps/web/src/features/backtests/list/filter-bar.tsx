import { ActionIcon, Button, Checkbox, Popover, Select, Stack, TextInput, Tooltip } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { type BacktestTotals, runStatus } from '@tradeloom/contracts'
import { IconFilter, IconStar, IconStarFilled } from '@tabler/icons-react'
import { type ReactElement, useState } from 'react'
import classes from '../../../entities/runs/run-list.module.css'
import { isFiltered, type ListFilters } from '../../../entities/runs/list-filters.ts'

interface FilterBarProps {
  readonly filters: ListFilters
  readonly onChange: (changes: ListFilters) => void
  readonly choices: Pick<BacktestTotals, 'symbols' | 'algorithms'>
  /** The list is of all algorithms. */
  readonly isAll: boolean
  /** Stars and notes are the owner's. */
  readonly isOwn: boolean
}

const TYPING_MS = 300
const NONE: ListFilters = {
  algorithm: undefined,
  symbol: undefined,
  status: undefined,
  starred: undefined,
  q: undefined,
}

/** What the list is filtered by. */
export function FilterBar({ filters, onChange, choices, isAll, isOwn }: FilterBarProps): ReactElement {
  const { algorithm = null, symbol = null, starred = false } = filters
  return (
    <div className={classes['filters']} role="search" aria-label="Filter backtests">
      <SearchField
        value={filters.q ?? ''}
        label={isOwn ? 'Algorithm or note' : 'Algorithm'}
        onChange={(q) => onChange({ q })}
      />
      {isAll ? (
        <Select
          size="xs"
          w={170}
          aria-label="Algorithm"
          placeholder="All algorithms"
          clearable
          searchable
          clearButtonProps={{ 'aria-label': 'All algorithms' }}
          value={algorithm}
          data={choices.algorithms.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(id) => onChange({ algorithm: id ?? undefined })}
        />
      ) : null}
      <Select
        size="xs"
        w={130}
        aria-label="Symbol"
        placeholder="All symbols"
        clearable
        searchable
        clearButtonProps={{ 'aria-label': 'All symbols' }}
        value={symbol}
        data={[...choices.symbols]}
        onChange={(next) => onChange({ symbol: next ?? undefined })}
      />
      <StatusFilter value={filters.status} onChange={(status) => onChange({ status })} />
      {isOwn ? (
        <Tooltip label="Starred only">
          <ActionIcon
            size={30}
            variant="default"
            aria-label="Starred only"
            aria-pressed={starred}
            onClick={() => onChange({ starred: starred ? undefined : true })}
          >
            {starred ? <IconStarFilled size={16} aria-hidden /> : <IconStar size={16} aria-hidden />}
          </ActionIcon>
        </Tooltip>
      ) : null}
      {isFiltered(filters) ? (
        <Button size="xs" variant="subtle" onClick={() => onChange(NONE)}>
          Clear filters
        </Button>
      ) : null}
    </div>
  )
}

interface SearchFieldProps {
  readonly value: string
  readonly label: string
  readonly onChange: (text: string | undefined) => void
}

/** Filters while typing, after a short pause. */
function SearchField({ value, label, onChange }: SearchFieldProps): ReactElement {
  const [text, setText] = useState(value)
  const [known, setKnown] = useState(value)
  // Cleared or changed from outside, not by typing.
  if (known !== value) {
    setKnown(value)
    if (text.trim() !== value) setText(value)
  }
  const apply = useDebouncedCallback(
    (next: string) => onChange(next.trim() === '' ? undefined : next.trim()),
    TYPING_MS,
  )
  return (
    <TextInput
      size="xs"
      w={170}
      type="search"
      aria-label={label}
      placeholder={label}
      maxLength={64}
      value={text}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value)
        apply(currentTarget.value)
      }}
    />
  )
}

interface StatusFilterProps {
  readonly value: string | undefined
  readonly onChange: (value: string | undefined) => void
}

function StatusFilter({ value, onChange }: StatusFilterProps): ReactElement {
  const chosen = value?.split(',') ?? []
  const label = chosen.length === 0 ? 'All statuses' : chosen.join(', ')
  return (
    <Popover position="bottom-start" withinPortal trapFocus returnFocus>
      <Popover.Target>
        <Button size="xs" variant="default" leftSection={<IconFilter size={14} aria-hidden />}>
          {label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Statuses">
        <Checkbox.Group value={chosen} onChange={(next) => onChange(next.length === 0 ? undefined : next.join())}>
          <Stack gap={6}>
            {runStatus.options.map((status) => (
              <Checkbox key={status} size="xs" value={status} label={status} />
            ))}
          </Stack>
        </Checkbox.Group>
      </Popover.Dropdown>
    </Popover>
  )
}
