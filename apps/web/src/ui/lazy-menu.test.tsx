import { Button, MantineProvider, Menu } from '@mantine/core'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ComponentType, useState } from 'react'
import { expect, it } from 'vitest'
import { lazyMenu, type LazyMenuProps } from './lazy-menu.tsx'

function Items({ button, isOpen, onChange }: LazyMenuProps) {
  return (
    <Menu opened={isOpen} onChange={onChange}>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Item>Rename</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function renderMenu() {
  const loads: ((menu: ComponentType<LazyMenuProps>) => void)[] = []
  const LazyMenu = lazyMenu<LazyMenuProps>(() => new Promise((resolve) => loads.push(resolve)))
  function Page() {
    const [isOpen, setOpen] = useState(false)
    return <LazyMenu isOpen={isOpen} onChange={setOpen} button={<Button>Actions</Button>} />
  }
  render(
    <MantineProvider env="test">
      <Page />
    </MantineProvider>,
  )
  return { loads, button: () => screen.getByRole('button', { name: 'Actions' }) }
}

it('loads the code of a menu at the first click, once, and opens it', async () => {
  const { loads, button } = renderMenu()
  expect(button().getAttribute('aria-haspopup')).toBe('menu')
  expect(loads).toHaveLength(0)
  fireEvent.click(button())
  fireEvent.click(button())
  await waitFor(() => expect(loads).toHaveLength(1))
  expect(screen.queryByRole('menu')).toBeNull()
  loads[0]?.(Items)
  expect(await screen.findByRole('menuitem', { name: 'Rename' })).toBeDefined()
  expect(button().getAttribute('aria-expanded')).toBe('true')
  fireEvent.click(button())
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  fireEvent.click(button())
  expect(await screen.findByRole('menuitem', { name: 'Rename' })).toBeDefined()
  expect(loads).toHaveLength(1)
})

it('gives the focus back to the button, although the menu brought one of its own', async () => {
  const { loads, button } = renderMenu()
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(loads).toHaveLength(1))
  loads[0]?.(Items)
  const item = await screen.findByRole('menuitem', { name: 'Rename' })
  await waitFor(() => expect(screen.getByRole('menu').contains(document.activeElement)).toBe(true))
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(item.isConnected).toBe(false))
  await waitFor(() => expect(document.activeElement).toBe(button()))
})
