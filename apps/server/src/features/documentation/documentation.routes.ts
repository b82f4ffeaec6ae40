import { navigation, page } from '@tradeloom/documentation'
import { notFound } from '../../platform/errors/app-error.ts'
import type { Handlers } from '../../platform/http/route.ts'
import { StampedAnswers } from '../../platform/http/stamped-answers.ts'

/** All pages together are smaller. */
const MAX_BYTES = 8 * 1024 * 1024

export function documentationHandlers(
  version: string,
): Pick<Handlers, 'documentationNavigation' | 'documentationPage'> {
  const answers = new StampedAnswers(MAX_BYTES)
  return {
    documentationNavigation: ({ request, reply }) =>
      answers.answer(request, reply, {
        key: ['navigation'],
        stamp: version,
        make: async () => ({ version, ...navigation() }),
      }),
    documentationPage: ({ request, reply, params }) => {
      const found = page(params.slug)
      if (found === null) throw notFound('Page')
      return answers.answer(request, reply, { key: ['page', params.slug], stamp: version, make: async () => found })
    },
  }
}
