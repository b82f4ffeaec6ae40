// Hides code behind comments of web pages, which only some readers know.
// Expect: completed or errored script
function onTick() {}
<!-- for (;;);
--> log('ESCAPED')
