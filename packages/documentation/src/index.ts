import { globalPage, typePage } from './api-pages.ts'
import { manual } from './manual.ts'
import { metricPages, modelPages } from './catalog-pages.ts'
import { indicatorSections } from './indicator-pages.ts'
import type { Example, Page, Section } from './page.ts'
import { parseTypings } from './parse-typings.ts'
import { readChapter } from './read-guide.ts'
import { API_GUIDE, API_TYPINGS, GUIDE, INDICATOR_TYPINGS } from './sources.generated.ts'

export { manual } from './manual.ts'
export { type Block, firstSentence, type Page, type Section, slugOf } from './page.ts'

function allSections(): readonly Section[] {
  const { globals, types } = parseTypings(API_TYPINGS)
  const [indicators] = parseTypings(INDICATOR_TYPINGS).types
  return [
    { title: 'Guide', slug: 'guide', pages: GUIDE.map(readChapter) },
    { title: 'In scope', slug: 'in-scope', pages: globals.map(globalPage) },
    { title: 'Types', slug: 'types', pages: types.map(typePage) },
    ...indicatorSections(indicators?.members ?? []),
    { title: 'Run models', slug: 'run-models-reference', pages: modelPages() },
    { title: 'Metrics', slug: 'metrics', pages: metricPages() },
  ]
}

let known: readonly Section[] | null = null

function sections(): readonly Section[] {
  known ??= allSections()
  return known
}

const guide = manual(sections)
/** The contents of the documentation. */
export const navigation = guide.navigation
/** One page; null if there is none with this name. */
export const page = guide.page

/** The chapters about the API for programs. */
export function apiChapters(): readonly Page[] {
  return API_GUIDE.map(readChapter)
}

/** Every code example with the page it is on. */
export function examples(): { page: string; code: string; kind: Exclude<Example['kind'], 'program'> }[] {
  return sections()
    .flatMap((section): readonly Page[] => section.pages)
    .flatMap(({ slug, blocks }) =>
      blocks.flatMap((block) =>
        block.type === 'example' && block.kind !== 'program'
          ? [{ page: slug, code: block.code, kind: block.kind }]
          : [],
      ),
    )
}
