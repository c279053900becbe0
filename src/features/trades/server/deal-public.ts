export { confirmNamedSale, findSaleToProve } from './buyers/confirm-named-sale.ts';
