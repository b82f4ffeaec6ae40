import type { SourceDatabaseInfo, SourceDatasetInfo } from '@tradeloom/contracts'

/** A row of the tree: a database, one of its datasets, or what is said in place of datasets. */
export type TreeRow =
  | { readonly kind: 'database'; readonly id: string; readonly database: SourceDatabaseInfo; readonly isOpen: boolean }
  | {
      readonly kind: 'dataset'
      readonly id: string
      readonly dataset: SourceDatasetInfo
      readonly at: number
      readonly of: number
    }
  | { readonly kind: 'loading'; readonly id: string; readonly list: string; readonly at: number }
  | ({ readonly kind: 'note'; readonly id: string } & ListNote)

/** What is said below datasets, or in their place. */
export interface ListNote {
  readonly text: string
  /** What can be done about it. */
  readonly action: { readonly label: string; readonly run: () => void } | null
}

/** What is known of the datasets of a database, or of a search. */
export interface DatasetList {
  /** Rows that it takes, also while they are not loaded. */
  readonly count: number
  readonly found: number
  /** Undefined until it is loaded. */
  readonly datasetAt: (index: number) => SourceDatasetInfo | undefined
  readonly note: ListNote | null
}

export interface TreeRows {
  readonly count: number
  readonly rowAt: (index: number) => TreeRow | null
}

export function idOfDatabase({ providerName, code }: Pick<SourceDatabaseInfo, 'providerName' | 'code'>): string {
  return `${providerName}/${code}`
}

export interface TreeSection {
  readonly database: SourceDatabaseInfo | null
  /** Of a search, or of a database that is open. */
  readonly list: DatasetList | null
}

/** Rows of any number, found by their place: only those in view are made. */
export function treeRows(sections: readonly TreeSection[]): TreeRows {
  const starts: number[] = []
  let count = 0
  for (const { database, list } of sections) {
    starts.push(count)
    count += (database === null ? 0 : 1) + (list === null ? 0 : list.count + (list.note === null ? 0 : 1))
  }
  return {
    count,
    rowAt: (index) => {
      if (index < 0 || index >= count) return null
      // Open databases are few, all databases a thousand: found from the end, empty sections are passed over.
      const at = lastAtMost(starts, index)
      const section = sections[at]
      return section === undefined ? null : rowOf(section, index - (starts[at] ?? 0))
    },
  }
}

function lastAtMost(starts: readonly number[], index: number): number {
  let [low, high] = [0, starts.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((starts[middle] ?? 0) <= index) low = middle
    else high = middle - 1
  }
  return low
}

function rowOf({ database, list }: TreeSection, index: number): TreeRow | null {
  const listId = database === null ? '' : idOfDatabase(database)
  if (database !== null && index === 0) return { kind: 'database', id: listId, database, isOpen: list !== null }
  if (list === null) return null
  const at = index - (database === null ? 0 : 1)
  if (at >= list.count) {
    return list.note === null ? null : { kind: 'note', id: `${listId} note`, ...list.note }
  }
  const dataset = list.datasetAt(at)
  return dataset === undefined
    ? { kind: 'loading', id: `${listId} ${at}`, list: listId, at }
    : { kind: 'dataset', id: `${listId} ${dataset.providerName}/${dataset.code}`, dataset, at, of: list.found }
}
