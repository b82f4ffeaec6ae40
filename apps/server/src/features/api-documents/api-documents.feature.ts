import { apiChapters, manual, type Page, type Section } from '@tradeloom/documentation'
import { notFound } from '../../platform/errors/app-error.ts'
import type { Feature } from '../../platform/feature.ts'
import { StampedAnswers } from '../../platform/http/stamped-answers.ts'
import type { Platform } from '../../platform/platform.ts'
import { VERSION } from '../../version.ts'
import { asyncApi } from './async-api.ts'
import { openApi } from './open-api.ts'
import { referencePages } from './reference-pages.ts'
import { socketPages } from './socket-pages.ts'

/** Everything together is smaller. */
const MAX_BYTES = 8 * 1024 * 1024

/** Commands and programs of the guide name this server where they name one. */
function withAddress(page: Page, url: string): Page {
  return JSON.parse(JSON.stringify(page).replaceAll('https://your.server', url)) as Page
}

/** What programs may call: as pages for people and as documents for tools, all printed from the contracts. */
export function apiDocumentsFeature({ url }: Pick<Platform, 'url'>) {
  const answers = new StampedAnswers(MAX_BYTES)
  let known: readonly Section[] | null = null
  const { navigation, page } = manual(
    () =>
      (known ??= [
        { title: 'Guide', slug: 'guide', pages: apiChapters().map((page) => withAddress(page, url)) },
        { title: 'Calls', slug: 'calls', pages: referencePages() },
        { title: 'Socket', slug: 'socket-messages', pages: socketPages() },
      ]),
  )
  return {
    handlers: {
      openApiDocument: ({ request, reply }) =>
        answers.answer(request, reply, { key: ['openapi'], stamp: VERSION, make: async () => openApi() }),
      asyncApiDocument: ({ request, reply }) =>
        answers.answer(request, reply, { key: ['asyncapi'], stamp: VERSION, make: async () => asyncApi(url) }),
      apiDocsNavigation: ({ request, reply }) =>
        answers.answer(request, reply, {
          key: ['navigation'],
          stamp: VERSION,
          make: async () => ({ version: VERSION, ...navigation() }),
        }),
      apiDocsPage: ({ request, reply, params }) => {
        const found = page(params.slug)
        if (found === null) throw notFound('Page')
        return answers.answer(request, reply, { key: ['page', params.slug], stamp: VERSION, make: async () => found })
      },
    },
  } as const satisfies Feature
}
