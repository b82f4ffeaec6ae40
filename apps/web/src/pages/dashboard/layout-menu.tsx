import { IconChevronDown } from '@tabler/icons-react'
import { type ReactElement, useState } from 'react'
import { lazyMenu } from '../../ui/lazy-menu.tsx'
import type { Layout } from '../../entities/panels/layout.ts'
import classes from './layout-bar.module.css'

const LayoutMenuItems = lazyMenu(async () => (await import('./layout-menu-items.tsx')).LayoutMenuItems)

/** The name of the layout on screen, which opens the list of all. */
export function LayoutMenu({ layout }: { readonly layout: Layout | undefined }): ReactElement {
  const [isOpen, setOpen] = useState(false)
  return (
    <h1 data-tour="layouts">
      <LayoutMenuItems
        layout={layout}
        isOpen={isOpen}
        onChange={setOpen}
        button={
          <button type="button" className={classes['name']}>
            <span>{layout?.name ?? 'Layouts'}</span>
            <IconChevronDown size={15} aria-hidden />
          </button>
        }
      />
    </h1>
  )
}
