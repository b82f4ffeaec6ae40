import { DATASETS_PAGE, type SourceDatasetInfo } from '@tradeloom/contracts'
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { type DatasetsOf, sourceDatasetsQuery } from './sources-queries.ts'
import type { DatasetList, ListNote } from './tree-rows.ts'

interface DatasetLists {
  readonly listOf: (name: string) => DatasetList | null
  /** Loads what is in view and not there yet. */
  readonly want: (name: string, index: number) => void
}

interface WantedList {
  readonly name: string
  readonly of: DatasetsOf
  /** What is said when there are none, and when there are fewer than were counted. */
  readonly none: ListNote
  readonly fewer: ListNote
}

interface WantedPage {
  readonly name: string
  readonly page: number
}

const FIRST = [0]

/** Lists of datasets, loaded in pages as they come into view. */
export function useDatasetLists(lists: readonly WantedList[]): DatasetLists {
  const [further, setFurther] = useState<readonly WantedPage[]>([])
  const wanted = lists.flatMap((list) =>
    [...FIRST, ...further.filter(({ name }) => name === list.name).map(({ page }) => page)].map((page) => ({
      list,
      page,
    })),
  )
  const answers = useQueries({
    queries: wanted.map(({ list, page }) => sourceDatasetsQuery(list.of, page * DATASETS_PAGE)),
  })
  const known = new Map<string, DatasetList>()
  for (const list of lists) {
    const pages = new Map<number, Page>()
    for (const [at, one] of wanted.entries()) {
      const answer = answers[at]
      if (one.list === list && answer !== undefined)
        pages.set(one.page, { ...answer, retry: () => void answer.refetch() })
    }
    known.set(list.name, toList(list, pages))
  }
  return {
    listOf: (name) => known.get(name) ?? null,
    want: (name, index) => {
      const page = Math.floor(index / DATASETS_PAGE)
      setFurther((old) =>
        page === 0 || old.some((one) => one.name === name && one.page === page) ? old : [...old, { name, page }],
      )
    },
  }
}

interface Page {
  readonly data: { readonly found: number; readonly data: readonly SourceDatasetInfo[] } | undefined
  readonly error: Error | null
  readonly retry: () => void
}

/** The pages as one list. It ends where a page is shorter than it should be, or could not be loaded. */
function toList({ none, fewer }: WantedList, pages: ReadonlyMap<number, Page>): DatasetList {
  const first = pages.get(0)
  const found = first?.data?.found ?? 0
  let count = first?.data === undefined ? 1 : found
  let note: ListNote | null = null
  for (const [page, { data, error, retry }] of [...pages].toSorted(([a], [b]) => a - b)) {
    const start = page * DATASETS_PAGE
    const end = data === undefined ? start : start + data.data.length
    if (data === undefined ? error === null : end >= Math.min(start + DATASETS_PAGE, found)) continue
    count = end
    const again = { label: 'Retry', run: retry }
    note =
      data === undefined
        ? { text: errorText(error), action: again }
        : { text: fewer.text, action: fewer.action ?? again }
    break
  }
  if (first?.data !== undefined && found === 0) note = none
  return {
    count,
    found,
    note,
    datasetAt: (index) => pages.get(Math.floor(index / DATASETS_PAGE))?.data?.data[index % DATASETS_PAGE],
  }
}
