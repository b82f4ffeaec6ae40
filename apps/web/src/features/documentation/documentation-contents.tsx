import { TextInput } from '@mantine/core'
import type { DocumentationNavigation } from '@tradeloom/contracts'
import { type ReactElement, useState } from 'react'
import classes from './documentation.module.css'
import { DocumentationLink, type OpenPlace } from '../../entities/documentation/documentation-link.tsx'
import { searchDocumentation } from './search-documentation.ts'

/** Matches shown; to find others, users refine the search. */
const MAX_MATCHES = 40

interface DocumentationContentsProps {
  readonly navigation: DocumentationNavigation
  /** The page that is shown. */
  readonly slug: string | null
  readonly onOpen: OpenPlace | null
}

/** The table of contents, and a search that finds names before descriptions. */
export function DocumentationContents({ navigation, slug, onOpen }: DocumentationContentsProps): ReactElement {
  const [text, setText] = useState('')
  const open: OpenPlace | null =
    onOpen === null
      ? null
      : (place) => {
          setText('')
          onOpen(place)
        }
  return (
    <nav aria-label="Contents" className={classes['contents']}>
      <TextInput
        size="xs"
        type="search"
        aria-label="Search documentation"
        placeholder="Search documentation"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {text.trim() === '' ? (
        navigation.sections.map((section) => (
          <details
            key={section.slug}
            // A page that is opened shows its section.
            {...(section.pages.some((page) => page.slug === slug) || (slug === null && section.slug === 'guide')
              ? { open: true }
              : {})}
          >
            <summary>{section.title}</summary>
            <ul>
              {section.pages.map((page) => (
                <li key={page.slug}>
                  <DocumentationLink slug={page.slug} id={null} onOpen={open} isCurrent={page.slug === slug}>
                    {page.title}
                  </DocumentationLink>
                </li>
              ))}
            </ul>
          </details>
        ))
      ) : (
        <Matches navigation={navigation} text={text} onOpen={open} />
      )}
    </nav>
  )
}

interface MatchesProps extends Omit<DocumentationContentsProps, 'slug'> {
  readonly text: string
}

function Matches({ navigation, text, onOpen }: MatchesProps): ReactElement {
  const found = searchDocumentation(navigation, text).slice(0, MAX_MATCHES)
  return (
    <div aria-live="polite">
      {found.length === 0 ? <p className="muted prose">No matches found</p> : null}
      <ul className={classes['matches']}>
        {found.map(({ slug, id, path, summary }) => (
          <li key={`${slug}#${id ?? ''}`}>
            <DocumentationLink slug={slug} id={id} onOpen={onOpen}>
              {path}
            </DocumentationLink>
            {summary === '' ? null : <span className="muted">{summary}</span>}
          </li>
        ))}
      </ul>
    </div>
  )
}
