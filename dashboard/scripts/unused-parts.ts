import type { Plugin } from 'vite';

/** Parts of Mantine's components that nothing here uses, though the components refer to them. */
export const UNUSED_PARTS = [
  'CheckboxIndicator',
  'MenuCheckboxGroup',
  'MenuCheckboxItem',
  'MenuContextMenu',
  'MenuSearch',
  'MenuSub',
  'PopoverContextMenu',
  'ProgressLabel',
  'RadioIndicator',
] as const;

const FILE = /[\\/]@mantine[\\/]core[\\/]esm[\\/]components[\\/].*[\\/](\w+)\.mjs$/;
const isUnused = new Set<string>(UNUSED_PARTS);

/** Where something floats, Popover asks for by functions that this package takes over from the next one as they are. */
const FLOATING = '@floating-ui/react';
const POSITIONS = '@floating-ui/react-dom';

/**
 * Leaves them out of what is built, and what floats on hover or in trees: every first screen has menus, which do neither.
 * `test/frame/first-screens` fails where a part is used that is left out.
 */
export function withoutUnusedParts(): Plugin {
  return {
    name: 'without-unused-parts',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer = '') {
      if (source !== FLOATING || !/[\\/]use-popover\.mjs$/.test(importer)) return undefined;
      const floating = await this.resolve(FLOATING, importer, { skipSelf: true });
      return floating === null ? undefined : this.resolve(POSITIONS, floating.id);
    },
    load: (id) => {
      const [, name = ''] = FILE.exec(id) ?? [];
      return isUnused.has(name) ? `export const ${name} = undefined;` : undefined;
    },
  };
}
