import type { DocumentationNavigation, DocumentationPage } from '@tradeloom/contracts'
import type { Section } from './page.ts'

export interface Manual {
  readonly navigation: () => Omit<DocumentationNavigation, 'version'>
  readonly page: (slug: string) => DocumentationPage | null
}

/** Contents and pages of sections, which are made when they are first asked for. */
export function manual(sections: () => readonly Section[]): Manual {
  return {
    navigation: () => ({
      sections: sections().map(({ title, slug, pages }) => ({
        title,
        slug,
        pages: pages.map((page) => ({
          slug: page.slug,
          title: page.title,
          path: page.path,
          summary: page.summary,
          members: page.members,
          keywords: [...page.keywords],
        })),
      })),
    }),
    page: (slug) => {
      const pages = sections().flatMap((section) => section.pages)
      const place = pages.findIndex((one) => one.slug === slug)
      const found = pages[place]
      if (found === undefined) return null
      const { title, path, source, blocks } = found
      const [previous, next] = [pages[place - 1]?.slug ?? null, pages[place + 1]?.slug ?? null]
      return { slug, title, path, source, blocks, previous, next }
    },
  }
}
