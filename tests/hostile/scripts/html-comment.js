// Hides code behind HTML-like comments, which only some parsers know.
// Expect: completed or errored script
function onTick() {}
<!-- for (;;);
--> log('ESCAPED')
