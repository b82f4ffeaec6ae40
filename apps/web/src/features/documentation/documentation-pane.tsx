import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useEffect, useRef, useState } from 'react'
import { ErrorState, LoadingRows } from '../../ui/states.tsx'
import classes from './documentation.module.css'
import { DocumentationContents } from './documentation-contents.tsx'
import { DocumentationLink } from '../../entities/documentation/documentation-link.tsx'
import {
  type DocumentationPlace,
  navigationQuery,
  pageQuery,
  placeOf,
} from '../../entities/documentation/documentation-queries.ts'
import { PageBlocks } from './page-blocks.tsx'
import { useRequestedDocumentation } from '../../entities/documentation/requested-documentation.ts'

interface DocumentationPaneProps {
  readonly onInsert: ((code: string) => void) | null
}

/** The documentation beside the editor: contents, search and pages, without leaving the script. */
export function DocumentationPane({ onInsert }: DocumentationPaneProps): ReactElement {
  const navigation = useQuery(navigationQuery)
  const requested = useRequestedDocumentation()
  const [chosen, setChosen] = useState<(DocumentationPlace & { readonly request: number }) | null>(null)
  const open = (place: DocumentationPlace): void => setChosen({ ...place, request: requested.request })
  if (navigation.isError) return <ErrorState error={navigation.error} onRetry={() => void navigation.refetch()} />
  if (navigation.data === undefined) return <LoadingRows rows={8} />
  // The newest request counts: a hover in the editor, or a choice in the pane.
  const isAsked = requested.path !== null && requested.request > (chosen?.request ?? -1)
  const place = isAsked ? placeOf(navigation.data, requested.path ?? '') : chosen
  return (
    <div className={classes['pane']}>
      <DocumentationContents
        key={place?.slug ?? ''}
        navigation={navigation.data}
        slug={place?.slug ?? null}
        onOpen={open}
      />
      {place === null ? null : <PanePage key={place.slug} place={place} onOpen={open} onInsert={onInsert} />}
    </div>
  )
}

interface PanePageProps extends DocumentationPaneProps {
  readonly place: DocumentationPlace
  readonly onOpen: (place: DocumentationPlace) => void
}

function PanePage({ place, onOpen, onInsert }: PanePageProps): ReactElement {
  const page = useQuery(pageQuery(place.slug))
  const root = useRef<HTMLElement>(null)
  const { id } = place
  const isLoaded = page.data !== undefined
  useEffect(() => {
    const target = id === null ? root.current : root.current?.querySelector(`#${CSS.escape(id)}`)
    if (isLoaded) target?.scrollIntoView({ block: 'start' })
  }, [id, isLoaded])
  if (page.isError) return <ErrorState error={page.error} onRetry={() => void page.refetch()} />
  if (page.data === undefined) return <LoadingRows rows={8} />
  const { title, previous, next } = page.data
  return (
    <article ref={root} className={classes['article']} aria-label={title}>
      <h1>{title}</h1>
      <PageBlocks page={page.data} onOpen={onOpen} onInsert={onInsert} />
      <footer className={classes['neighbors']}>
        {previous === null ? null : (
          <DocumentationLink slug={previous} id={null} onOpen={onOpen}>
            Previous
          </DocumentationLink>
        )}
        {next === null ? null : (
          <DocumentationLink slug={next} id={null} onOpen={onOpen}>
            Next
          </DocumentationLink>
        )}
      </footer>
    </article>
  )
}
