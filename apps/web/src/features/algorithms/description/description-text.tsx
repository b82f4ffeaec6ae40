import { Button } from '@mantine/core'
import type { Algorithm } from '@tradeloom/contracts'
import { IconPencil } from '@tabler/icons-react'
import type { MouseEvent, ReactElement } from 'react'
import { EmptyState } from '../../../ui/states.tsx'
import { Tags } from '../tags.tsx'
import classes from './description.module.css'
import { linkParts } from './link-parts.ts'

interface DescriptionTextProps {
  readonly algorithm: Pick<Algorithm, 'description' | 'tags'>
  /** Absent when the viewer may not edit it. */
  readonly onEdit?: () => void
}

/** Plain text with its addresses as links. A click beside them starts editing, as the button does. */
export function DescriptionText({ algorithm, onEdit }: DescriptionTextProps): ReactElement {
  const { description, tags } = algorithm
  const edit = (event: MouseEvent): void => {
    const isSelecting = (window.getSelection()?.toString() ?? '') !== ''
    if (!isSelecting && !(event.target as Element).closest('a')) onEdit?.()
  }
  const button =
    onEdit === undefined ? null : (
      <Button variant="default" leftSection={<IconPencil size={14} aria-hidden />} onClick={onEdit}>
        Edit description
      </Button>
    )
  if (description === '') {
    return (
      <>
        <Tags tags={tags} />
        <EmptyState
          title="No description"
          {...(onEdit !== undefined && { text: 'Say what the algorithm trades, and when.' })}
          action={button}
        />
      </>
    )
  }
  return (
    <>
      <Tags tags={tags} />
      {/* oxlint-disable-next-line click-events-have-key-events, no-static-element-interactions -- keys use the button */}
      <div className={classes['text']} data-clickable={onEdit !== undefined || undefined} onClick={edit}>
        {linkParts(description).map(({ text, href }, index) =>
          href === null ? (
            text
          ) : (
            // oxlint-disable-next-line react/no-array-index-key -- parts of one text never move
            <a key={index} href={href} target="_blank" rel="noreferrer nofollow ugc">
              {text}
            </a>
          ),
        )}
      </div>
      <div>{button}</div>
    </>
  )
}
