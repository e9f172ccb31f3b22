import { execFile } from 'node:child_process';

/** What a reader of PDF finds in a file. */
export interface PdfContents {
  title: string;
  /** The texts of each page, in the order in which they were written. */
  pages: string[][];
  /** The texts of all pages, with how far from the left each begins. */
  placed: { text: string; x: number }[];
}

// In a process of its own: the reader comes as an ES module that Jest can't load.
const SCRIPT = `
  import { buffer } from 'node:stream/consumers';
  import { getDocument, VerbosityLevel } from 'unpdf/pdfjs';
  const data = new Uint8Array(await buffer(process.stdin));
  const pdf = await getDocument({ data, verbosity: VerbosityLevel.ERRORS }).promise;
  const pages = [];
  const placed = [];
  for (let number = 1; number <= pdf.numPages; number++) {
    const { items } = await (await pdf.getPage(number)).getTextContent();
    placed.push(...items.map(({ str, transform }) => ({ text: str, x: transform[4] })));
    pages.push(items.map(({ str }) => str).filter((text) => text.trim() !== ''));
  }
  const { info } = await pdf.getMetadata();
  process.stdout.write(JSON.stringify({ title: info.Title, pages, placed }));
  process.exit(0);`;

/** Reads a PDF as somebody else's program does. */
export function readPdf(bytes: Buffer): Promise<PdfContents> {
  return new Promise((resolve, reject) => {
    const reader = execFile(process.execPath, ['--input-type=module', '-e', SCRIPT], (error, output) =>
      error ? reject(error) : resolve(JSON.parse(output) as PdfContents),
    );
    reader.stdin!.end(bytes);
  });
}
