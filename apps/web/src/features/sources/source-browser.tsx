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
import { askForLogin } from '../auth/auth-prompt.ts'
import { useUser } from '../auth/bootstrap-query.ts'
import { ProviderTerms } from './provider-terms.tsx'
import classes from './source-browser.module.css'
import { SourceTree } from './source-tree.tsx'
import { type DatasetPlace, sourceDatabasesQuery, sourceProvidersQuery } from './sources-queries.ts'
import { idOfDatabase, type ListNote, treeRows } from './tree-rows.ts'
import { useDatasetLists } from './use-dataset-lists.ts'
import { useOpenKeys } from './use-open-keys.ts'

interface SourceBrowserProps {
  readonly opened: DatasetPlace | null
  readonly onOpen: (dataset: SourceDatasetInfo) => void
}

/** After the last key. */
const SEARCH_MS = 1000
const ALL = ''
const NO_MATCHES: ListNote = { text: 'No matches found', action: null }

/** Databases of all providers: a search finds datasets, and a database that is opened lists its own. */
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
        <Found search={rested} providers={on} opened={opened} onOpen={onOpen} />
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

function Databases(props: ListProps & { readonly databases: readonly SourceDatabaseInfo[] }): ReactElement {
  const { databases, providers, opened, onOpen } = props
  const isVisitor = useUser() === null
  const openKeys = useOpenKeys()
  const titleOf = titles(providers)
  const [open, setOpen] = useState<readonly string[]>([])
  /** A provider that needs a key lists nothing without one, unless somebody has listed it before. */
  const notesOf = (database: string): { readonly none: ListNote; readonly fewer: ListNote } => {
    const owner = providers.find(({ name }) => database.startsWith(`${name}/`))
    const login = { label: 'Log in', run: () => void askForLogin() }
    if (owner?.keyNeed === 'required') {
      const text = `${owner.title} lists all its datasets to those who have a key.`
      const note = { text, action: isVisitor ? login : { label: 'API keys', run: openKeys } }
      return { none: note, fewer: note }
    }
    const text = 'The provider does not list all datasets now.'
    const fewer = isVisitor ? { text: 'Please log in to list all datasets', action: login } : { text, action: null }
    return { none: { text: 'No datasets', action: null }, fewer }
  }
  const { listOf, want } = useDatasetLists(open.map((name) => ({ name, of: { database: name }, ...notesOf(name) })))
  if (databases.length === 0) {
    const text =
      providers.length === 0
        ? 'No data provider is switched on. An administrator can switch one on.'
        : 'The lists of the providers have not been read yet.'
    return <EmptyState title="No databases" text={text} />
  }
  const rows = treeRows(
    databases.map((database) => {
      const id = idOfDatabase(database)
      return { database, list: open.includes(id) ? listOf(id) : null }
    }),
  )
  return (
    <>
      <SourceTree
        label="Databases"
        rows={rows}
        titleOf={titleOf}
        opened={opened}
        onToggle={(name, isOpen) => setOpen(isOpen ? [...open, name] : open.filter((one) => one !== name))}
        onOpen={onOpen}
        onMissing={want}
      />
      <ProviderTerms
        providers={providers.filter(({ name }) => databases.some(({ providerName }) => providerName === name))}
      />
    </>
  )
}

function Found({ search, providers, opened, onOpen }: ListProps & { readonly search: string }): ReactElement {
  const { listOf, want } = useDatasetLists([
    { name: search, of: { search }, none: NO_MATCHES, fewer: { text: 'The others could not be listed', action: null } },
  ])
  const list = listOf(search)
  const titleOf = titles(providers)
  if (list === null || (list.found === 0 && list.note === null)) return <LoadingRows />
  if (list.found === 0 && list.note !== null) {
    if (list.note.action === null) return <EmptyState title={list.note.text} />
    return <ErrorState error={new Error(list.note.text)} onRetry={list.note.action.run} />
  }
  return (
    <>
      <p className={classes['count']}>
        <MatchCount search={search} count={list.found} />
      </p>
      <SourceTree
        key={search}
        label="Datasets that match"
        rows={treeRows([{ database: null, list }])}
        titleOf={titleOf}
        opened={opened}
        onToggle={() => undefined}
        onOpen={onOpen}
        onMissing={(_, index) => want(search, index)}
      />
      <ProviderTerms providers={providers} />
    </>
  )
}
