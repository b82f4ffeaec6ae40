import type { SourceDatabaseInfo, SourceProviderInfo } from '@tradeloom/contracts'
import { useState } from 'react'
import { askForLogin } from '../user/auth-prompt.ts'
import { useUser } from '../user/bootstrap-query.ts'
import { idOfDatabase, type ListNote, type TreeSection } from './tree-rows.ts'
import { useDatasetLists } from './use-dataset-lists.ts'
import { useOpenKeys } from './use-open-keys.ts'

interface OpenDatabases {
  /** Each database, and below those that are open their datasets. */
  readonly sections: readonly TreeSection[]
  readonly toggle: (database: string, isOpen: boolean) => void
  /** Loads what is in view and not there yet. */
  readonly want: (database: string, index: number) => void
}

/** Databases that are opened and closed. */
export function useOpenDatabases(
  databases: readonly SourceDatabaseInfo[],
  providers: readonly SourceProviderInfo[],
): OpenDatabases {
  const isVisitor = useUser() === null
  const openKeys = useOpenKeys()
  const [open, setOpen] = useState<readonly string[]>([])
  /** A provider that needs a key lists nothing without one, unless somebody has listed it before. */
  const notesOf = (database: string): { readonly none: ListNote; readonly fewer: ListNote } => {
    const owner = providers.find(({ name }) => database.startsWith(`${name}/`))
    const login = { label: 'Log in', run: () => void askForLogin() }
    if (owner?.keyNeed === 'required') {
      const text = `${owner.title} lists all its datasets only for users with a key.`
      const note = { text, action: isVisitor ? login : { label: 'API keys', run: openKeys } }
      return { none: note, fewer: note }
    }
    const text = 'The provider does not list all datasets now.'
    const fewer = isVisitor ? { text: 'Please log in to list all datasets', action: login } : { text, action: null }
    return { none: { text: 'No datasets', action: null }, fewer }
  }
  const { listOf, want } = useDatasetLists(open.map((name) => ({ name, of: { database: name }, ...notesOf(name) })))
  return {
    sections: databases.map((database) => {
      const id = idOfDatabase(database)
      return { database, list: open.includes(id) ? listOf(id) : null }
    }),
    toggle: (name, isOpen) => setOpen(isOpen ? [...open, name] : open.filter((one) => one !== name)),
    want,
  }
}
