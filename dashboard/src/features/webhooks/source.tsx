import { Code, ScrollArea } from '@mantine/core';

/** Text of a request or a response, as it is; scrolled by the keyboard too. */
export function Source({ label, children }: { readonly label: string; readonly children: string }) {
  return (
    <ScrollArea.Autosize
      mah={320}
      type="auto"
      viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': label }}
      className="source"
    >
      <Code block>{children}</Code>
    </ScrollArea.Autosize>
  );
}
