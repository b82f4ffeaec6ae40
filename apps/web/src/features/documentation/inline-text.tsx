import { Fragment, type ReactElement } from 'react'
import { DocumentationLink, type OpenPlace } from '../../entities/documentation/documentation-link.tsx'

/** An asterisk between numbers, as in a formula, is none. */
const MARKUP = /(`[^`]+`|\*\*[^*]+\*\*|(?<![\w)*])\*[^*\s](?:[^*]*[^*\s])?\*(?![\w(*])|\[[^\]]+\]\([^)]+\))/
const EMPHASIS = /^\*[^*\s](?:[^*]*[^*\s])?\*$/

interface InlineTextProps {
  readonly text: string
  readonly onOpen: OpenPlace | null
}

/** Renders `code`, **strong**, *emphasis* and [links](slug) or [links](slug#part), the only markup of the documentation. */
export function InlineText({ text, onOpen }: InlineTextProps): ReactElement {
  return (
    <>
      {text.split(MARKUP).map((part, i) => {
        if (part.startsWith('**')) return <strong key={i}>{part.slice(2, -2)}</strong>
        if (EMPHASIS.test(part)) return <em key={i}>{part.slice(1, -1)}</em>
        if (part.startsWith('`')) return <code key={i}>{part.slice(1, -1)}</code>
        const link = /^\[([^\]]+)\]\(([^)]+)\)$/.exec(part)
        if (link === null) return <Fragment key={i}>{part}</Fragment>
        const [, label = '', place = ''] = link
        const [slug = '', id = null] = place.split('#')
        return (
          <DocumentationLink key={i} slug={slug} id={id} onOpen={onOpen} isUnderlined>
            <InlineText text={label} onOpen={null} />
          </DocumentationLink>
        )
      })}
    </>
  )
}
