/** On paper it is light, whatever the screen is: browsers leave dark backgrounds away, and pale text would remain. */
export function printInLight(): void {
  const { dataset } = document.documentElement;
  let scheme: string | undefined;
  addEventListener('beforeprint', () => {
    scheme = dataset['mantineColorScheme'];
    dataset['mantineColorScheme'] = 'light';
  });
  addEventListener('afterprint', () => {
    if (scheme !== undefined) dataset['mantineColorScheme'] = scheme;
  });
}
