import { Fragment, type ReactElement } from 'react'
import { DocumentationLink, type OpenPlace } from './documentation-link.tsx'

interface InlineTextProps {
  readonly text: string
  readonly onOpen: OpenPlace | null
}

/** Renders `code`, **strong** and [links](slug), the only markup of the documentation. */
export function InlineText({ text, onOpen }: InlineTextProps): ReactElement {
  return (
    <>
      {text.split(/(`[^`]+`|\*\*[^*]+\*\*|\[[^\]]+\]\([^)]+\))/).map((part, i) => {
        if (part.startsWith('**')) return <strong key={i}>{part.slice(2, -2)}</strong>
        if (part.startsWith('`')) return <code key={i}>{part.slice(1, -1)}</code>
        const link = /^\[([^\]]+)\]\(([^)]+)\)$/.exec(part)
        if (link === null) return <Fragment key={i}>{part}</Fragment>
        const [, label = '', slug = ''] = link
        return (
          <DocumentationLink key={i} slug={slug} id={null} onOpen={onOpen} isUnderlined>
            <InlineText text={label} onOpen={null} />
          </DocumentationLink>
        )
      })}
    </>
  )
}
