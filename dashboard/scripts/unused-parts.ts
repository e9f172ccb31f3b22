import type { Plugin } from 'vite';

/** Parts of Mantine's components that nothing here uses, though the components refer to them. */
export const UNUSED_PARTS = [
  'MenuCheckboxGroup',
  'MenuCheckboxItem',
  'MenuContextMenu',
  'MenuRadioGroup',
  'MenuRadioItem',
  'MenuSearch',
  'MenuSub',
  'PopoverContextMenu',
  'TooltipFloating',
] as const;

const FILE = /[\\/]@mantine[\\/]core[\\/]esm[\\/]components[\\/].*[\\/](\w+)\.mjs$/;
const isUnused = new Set<string>(UNUSED_PARTS);

/** Leaves them out of what is built: every first screen has menus. `test/frame/budgets` fails where one is used. */
export function withoutUnusedParts(): Plugin {
  return {
    name: 'without-unused-parts',
    apply: 'build',
    enforce: 'pre',
    load: (id) => {
      const [, name = ''] = FILE.exec(id) ?? [];
      return isUnused.has(name) ? `export const ${name} = undefined;` : undefined;
    },
  };
}
