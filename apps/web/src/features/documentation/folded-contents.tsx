import type { DocumentationNavigation } from '@tradeloom/contracts'
import { type ReactElement, useState } from 'react'
import classes from './documentation.module.css'
import { DocumentationContents } from './documentation-contents.tsx'

interface FoldedContentsProps {
  readonly navigation: DocumentationNavigation
  readonly slug: string
}

/** The contents for narrow screens, folded: open, they would leave half a screen for the page below. */
export function FoldedContents({ navigation, slug }: FoldedContentsProps): ReactElement {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={classes['fold']} open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Contents and search</summary>
      {isOpen ? <DocumentationContents navigation={navigation} slug={slug} onOpen={null} /> : null}
    </details>
  )
}
