import type { ReactElement } from 'react'
import classes from './tags.module.css'
import badges from '../../ui/badges.module.css'

/** Nothing for an algorithm without tags. */
export function Tags({ tags }: { readonly tags: readonly string[] }): ReactElement | null {
  if (tags.length === 0) return null
  return (
    <ul className={classes['tags']} aria-label="Tags">
      {tags.map((tag) => (
        <li key={tag} className={badges['pill']}>
          {tag}
        </li>
      ))}
    </ul>
  )
}
