import { Select, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import {
  DATASET_SEARCH_MIN,
  type SourceDatabaseInfo,
  type SourceDatasetInfo,
  type SourceProviderInfo,
} from '@tradeloom/contracts'
import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { MatchCount } from '../../ui/match-count.tsx'
import { EmptyState, ErrorState, LoadingRows } from '../../ui/states.tsx'
import { SwitchOnLink } from '../user/switch-on-link.tsx'
import { hasWords } from './has-words.ts'
import { ProviderTerms } from './provider-terms.tsx'
import classes from './source-browser.module.css'
import { SourceTree } from './source-tree.tsx'
import { type DatasetPlace, sourceDatabasesQuery, sourceProvidersQuery } from './sources-queries.ts'
import { type ListNote, treeRows } from './tree-rows.ts'
import { useDatasetLists } from './use-dataset-lists.ts'
import { useOpenDatabases } from './use-open-databases.ts'

interface SourceBrowserProps {
  readonly opened: DatasetPlace | null
  readonly onOpen: (dataset: SourceDatasetInfo) => void
}

/** After the last key. */
const SEARCH_MS = 1000
const ALL = ''
const NO_MATCHES: ListNote = { text: 'No matches found', action: null }

/** Databases of all providers: a search finds databases and datasets, and a database that is opened lists its own. */
export function SourceBrowser({ opened, onOpen }: SourceBrowserProps): ReactElement {
  const providers = useQuery(sourceProvidersQuery)
  const databases = useQuery(sourceDatabasesQuery)
  const [typed, setTyped] = useState('')
  const [rested] = useDebouncedValue(typed.trim(), SEARCH_MS)
  const isSearched = rested.length >= DATASET_SEARCH_MIN && typed.trim() !== ''
  const [provider, setProvider] = useState(ALL)
  const on = providers.data?.filter(({ isOn }) => isOn) ?? []
  const failed = [databases, providers].find(({ error, data }) => error !== null && data === undefined)
  return (
    <div className={classes['browser']}>
      <div className={classes['search']} role="search">
        <TextInput
          size="xs"
          className={classes['field']}
          aria-label="Search datasets"
          placeholder="Search datasets"
          description={typed.trim() !== '' && typed.trim().length < DATASET_SEARCH_MIN ? 'At least 3 characters' : null}
          inputWrapperOrder={['input', 'description']}
          leftSection={<IconSearch size={14} aria-hidden />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        {on.length > 1 && !isSearched ? (
          <Select
            size="xs"
            w={170}
            allowDeselect={false}
            aria-label="Provider"
            data={[
              { value: ALL, label: 'All providers' },
              ...on.map(({ name, title }) => ({ value: name, label: title })),
            ]}
            value={provider}
            onChange={(value) => setProvider(value ?? ALL)}
          />
        ) : null}
      </div>
      {failed ? (
        <ErrorState error={failed.error} onRetry={() => void Promise.all([databases.refetch(), providers.refetch()])} />
      ) : databases.data === undefined || providers.data === undefined ? (
        <LoadingRows />
      ) : isSearched ? (
        <Found
          search={rested}
          named={databases.data.data.filter(({ name, code }) => hasWords(`${name} ${code}`, rested))}
          providers={on}
          opened={opened}
          onOpen={onOpen}
        />
      ) : (
        <Databases
          databases={databases.data.data.filter(({ providerName }) => provider === ALL || providerName === provider)}
          providers={on}
          opened={opened}
          onOpen={onOpen}
        />
      )}
    </div>
  )
}

interface ListProps extends SourceBrowserProps {
  readonly providers: readonly SourceProviderInfo[]
}

function titles(providers: readonly SourceProviderInfo[]) {
  return (name: string): string => providers.find((one) => one.name === name)?.title ?? name
}

interface DatabasesProps extends ListProps {
  readonly databases: readonly SourceDatabaseInfo[]
}

function Databases({ databases, providers, opened, onOpen }: DatabasesProps): ReactElement {
  const { sections, toggle, want } = useOpenDatabases(databases, providers)
  if (databases.length === 0) {
    const text =
      providers.length === 0
        ? 'No data provider is switched on. An administrator can switch one on.'
        : 'The lists of the providers have not been read yet.'
    const action = providers.length === 0 ? <SwitchOnLink to="/admin/data-sources" /> : undefined
    return <EmptyState title="No databases" text={text} action={action} />
  }
  return (
    <>
      <SourceTree
        label="Databases"
        rows={treeRows(sections)}
        titleOf={titles(providers)}
        opened={opened}
        onToggle={toggle}
        onOpen={onOpen}
        onMissing={want}
      />
      <ProviderTerms
        providers={providers.filter(({ name }) => databases.some(({ providerName }) => providerName === name))}
      />
    </>
  )
}

interface FoundProps extends ListProps {
  readonly search: string
  /** Databases whose names have the words. */
  readonly named: readonly SourceDatabaseInfo[]
}

function Found({ search, named, providers, opened, onOpen }: FoundProps): ReactElement {
  const { sections, toggle, want: wantOpen } = useOpenDatabases(named, providers)
  const { listOf, want } = useDatasetLists([
    { name: search, of: { search }, none: NO_MATCHES, fewer: { text: 'The others could not be listed', action: null } },
  ])
  const list = listOf(search)
  if (list === null || (list.found === 0 && list.note === null)) return <LoadingRows />
  if (list.found === 0 && list.note !== null) {
    if (list.note.action !== null)
      return <ErrorState error={new Error(list.note.text)} onRetry={list.note.action.run} />
    if (named.length === 0) return <EmptyState title={list.note.text} />
  }
  return (
    <>
      <p className={classes['count']}>
        <MatchCount search={search} count={named.length + list.found} />
      </p>
      <SourceTree
        key={search}
        label="Databases and datasets that match"
        rows={treeRows(list.found === 0 ? sections : [...sections, { database: null, list }])}
        titleOf={titles(providers)}
        opened={opened}
        onToggle={toggle}
        onOpen={onOpen}
        onMissing={(of, index) => (of === '' ? want(search, index) : wantOpen(of, index))}
      />
      <ProviderTerms providers={providers} />
    </>
  )
}
