import { Link } from '@tanstack/react-router'
import type { ReactElement, ReactNode } from 'react'
import { useManual } from './manual.ts'
import type { DocumentationPlace } from './documentation-queries.ts'

/** Shows a place without leaving the page; null where links are addresses of pages. */
export type OpenPlace = (place: DocumentationPlace) => void

interface DocumentationLinkProps extends DocumentationPlace {
  readonly onOpen: OpenPlace | null
  readonly isUnderlined?: boolean
  readonly isCurrent?: boolean
  readonly children: ReactNode
}

/** A link to a page of the documentation; in the editor's pane it changes the pane only. */
export function DocumentationLink(props: DocumentationLinkProps): ReactElement {
  const { slug, id, onOpen, isUnderlined = false, isCurrent = false, children } = props
  const { path } = useManual()
  return (
    <Link
      to={path}
      params={{ slug }}
      {...(id !== null && { hash: id })}
      {...(isUnderlined && { className: 'underlined' })}
      {...(isCurrent && { 'aria-current': 'page' as const })}
      // A middle click or Ctrl opens a page of its own.
      onClick={(event) => {
        if (onOpen === null || event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        onOpen({ slug, id })
      }}
    >
      {children}
    </Link>
  )
}
