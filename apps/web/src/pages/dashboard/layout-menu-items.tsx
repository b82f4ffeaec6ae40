import { Menu } from '@mantine/core'
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { askToConfirm } from '../../ui/confirm.tsx'
import type { LazyMenuProps } from '../../ui/lazy-menu.tsx'
import { useUser } from '../../entities/user/bootstrap-query.ts'
import { requireLogin } from '../../entities/user/login.ts'
import { askForLayout } from './ask-for-layout.tsx'
import { useDashboard } from '../../entities/panels/dashboard-state.ts'
import type { Layout } from '../../entities/panels/layout.ts'
import { withLinked } from '../../entities/panels/linked-panels.ts'
import { allLayouts } from '../../entities/panels/layout-machine.ts'
import { tellLayouts, useLayouts } from '../../entities/panels/layouts-store.ts'
import { isBuiltIn } from '../../entities/panels/built-in-names.ts'

interface LayoutMenuItemsProps extends LazyMenuProps {
  readonly layout: Layout | undefined
}

/** All layouts, and what can be done with the one on screen. */
export function LayoutMenuItems({ layout, button, isOpen, onChange }: LayoutMenuItemsProps): ReactElement {
  const state = useLayouts()
  const navigate = useNavigate()
  const user = useUser()
  const open = (layoutName: string): void => void navigate({ to: '/platform/$layoutName', params: { layoutName } })
  // One that has changed can only be saved or reverted.
  const isChanged = layout !== undefined && state.drafts.includes(layout)
  return (
    <Menu opened={isOpen} onChange={onChange} position="bottom-start" width={260}>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown mah="70vh" style={{ overflowY: 'auto' }}>
        <Menu.Label>Layouts</Menu.Label>
        <Menu.RadioGroup value={layout?.name ?? ''} onChange={open}>
          {allLayouts(state).map(({ name }) => (
            <Menu.RadioItem key={name} value={name} closeMenuOnClick>
              {name}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconPlus size={15} aria-hidden />}
          disabled={isChanged || layout === undefined || user === undefined}
          onClick={() => layout !== undefined && void create(layout)}
        >
          New layout …
        </Menu.Item>
        {layout === undefined || isBuiltIn(layout.name) ? null : <OwnItems layout={layout} />}
      </Menu.Dropdown>
    </Menu>
  )
}

function OwnItems({ layout }: { readonly layout: Layout }): ReactElement {
  const { responsive } = layout
  return (
    <>
      <Menu.Item leftSection={<IconPencil size={15} aria-hidden />} onClick={() => void rename(layout)}>
        Rename …
      </Menu.Item>
      <Menu.CheckboxItem
        checked={responsive}
        closeMenuOnClick
        onChange={() => tellLayouts({ is: 'edit', layout: { ...layout, responsive: !responsive } })}
      >
        Fit to the window
      </Menu.CheckboxItem>
      <Menu.Item leftSection={<IconTrash size={15} aria-hidden />} onClick={() => void remove(layout.name)}>
        Delete …
      </Menu.Item>
    </>
  )
}

async function create(layout: Layout): Promise<void> {
  if (!(await requireLogin('Please log in to save layouts'))) return
  const wanted = await askForLayout({ title: 'New layout', confirm: 'Create', copyOf: layout.name })
  if (wanted === null) return
  const { name, isCopy } = wanted
  const copy = isCopy ? withLinked(layout, useDashboard.getState().linked) : { config: [], responsive: true }
  tellLayouts({ is: 'act', act: { kind: 'create', layout: { ...copy, name } } })
}

async function rename(layout: Layout): Promise<void> {
  const { name } = layout
  const wanted = await askForLayout({ title: `Rename ${name}`, confirm: 'Rename', name })
  if (wanted === null) return
  // What was chosen for its groups is kept by its name.
  tellLayouts({ is: 'edit', layout: withLinked(layout, useDashboard.getState().linked) })
  tellLayouts({ is: 'act', act: { kind: 'rename', name, to: wanted.name } })
}

async function remove(name: string): Promise<void> {
  const isConfirmed = await askToConfirm({
    title: 'Delete layout',
    text: `${name} and its panel arrangement will be deleted. Positions and orders are not affected.`,
    confirm: 'Delete',
    isDestructive: true,
  })
  if (isConfirmed) tellLayouts({ is: 'act', act: { kind: 'delete', name } })
}
