import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type ReactElement, useEffect, useState } from 'react'
import { isMissing } from '../../api/api-error.ts'
import { EmptyState, ErrorState, LoadingRows } from '../../ui/states.tsx'
import { useTitle } from '../../ui/use-title.ts'
import { ManualContext, useManual } from '../../entities/documentation/manual.ts'
import classes from './documentation.module.css'
import { DocumentationContents } from './documentation-contents.tsx'
import { DocumentationLink } from '../../entities/documentation/documentation-link.tsx'
import type { navigationQuery, pageQuery } from '../../entities/documentation/documentation-queries.ts'
import { FoldedContents } from './folded-contents.tsx'
import { PageBlocks } from './page-blocks.tsx'
import { TypedKeyContext } from './typed-key.ts'

/** The documentation for everybody: contents on the left, one page on the right. */
export function DocumentationPage(): ReactElement {
  return <ManualPage />
}

/** The same for programs. */
export function ApiDocsPage(): ReactElement {
  const typedKey = useState('')
  return (
    <ManualContext value="api">
      <TypedKeyContext value={typedKey}>
        <ManualPage />
      </TypedKeyContext>
    </ManualContext>
  )
}

function ManualPage(): ReactElement {
  const manual = useManual()
  const { slug = manual.first } = useParams({ strict: false })
  const navigation = useQuery(manual.navigation as typeof navigationQuery)
  const isNarrow = useMediaQuery('(max-width: 991px)', false, { getInitialValueInEffect: false })
  if (navigation.isError) return <ErrorState error={navigation.error} onRetry={() => void navigation.refetch()} />
  return (
    <div className={classes['page']}>
      {navigation.data === undefined ? (
        <LoadingRows rows={isNarrow ? 1 : 12} />
      ) : isNarrow ? (
        <FoldedContents key={slug} navigation={navigation.data} slug={slug} />
      ) : (
        <DocumentationContents key={slug} navigation={navigation.data} slug={slug} onOpen={null} />
      )}
      <Article key={slug} slug={slug} />
    </div>
  )
}

function Article({ slug }: { readonly slug: string }): ReactElement {
  const manual = useManual()
  const page = useQuery(manual.page(slug) as ReturnType<typeof pageQuery>)
  const title = page.data?.title
  useTitle(title ?? manual.title)
  useEffect(() => {
    const id = decodeURIComponent(location.hash.slice(1))
    if (title !== undefined && id !== '') document.querySelector(`#${CSS.escape(id)}`)?.scrollIntoView()
  }, [title])
  if (page.isError && isMissing(page.error)) {
    return <EmptyState picture="search" title="This page does not exist" text="Choose one of the contents." />
  }
  if (page.isError) return <ErrorState error={page.error} onRetry={() => void page.refetch()} />
  if (page.data === undefined) return <LoadingRows rows={12} />
  const { previous, next } = page.data
  return (
    <article className={classes['article']}>
      <h1>{page.data.title}</h1>
      <PageBlocks page={page.data} onOpen={null} onInsert={null} />
      <footer className={classes['neighbors']}>
        {previous === null ? (
          <span />
        ) : (
          <DocumentationLink slug={previous} id={null} onOpen={null}>
            Previous
          </DocumentationLink>
        )}
        {next === null ? null : (
          <DocumentationLink slug={next} id={null} onOpen={null}>
            Next
          </DocumentationLink>
        )}
      </footer>
    </article>
  )
}
