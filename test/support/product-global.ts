/**
 * The global object of the product, which is loaded outside of the scope of the test files (`product-environment.js`):
 * what is replaced here is replaced for the product.
 */
export const { productGlobal } = globalThis as unknown as { readonly productGlobal: typeof globalThis };
