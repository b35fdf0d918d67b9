
declare void @llvm.trap()
declare i32 @llvm.wasm.memory.size.i32(i32)
declare i32 @llvm.wasm.memory.grow.i32(i32, i32)
@free_memory = global i32 0
@arguments = global [32 x i64] zeroinitializer
define internal ptr @bump(i64 %size) {
  %s = add i64 %size, 63
  %m = and i64 %s, -64
  %w = trunc i64 %m to i32
  %at = load i32, ptr @free_memory
  %next = add i32 %at, %w
  %pages = call i32 @llvm.wasm.memory.size.i32(i32 0)
  %last = lshr i32 %next, 16
  %fits = icmp ult i32 %last, %pages
  br i1 %fits, label %there, label %grow
grow:
  %more = sub i32 %last, %pages
  %wanted = add i32 %more, 1
  %before = call i32 @llvm.wasm.memory.grow.i32(i32 0, i32 %wanted)
  %full = icmp eq i32 %before, -1
  br i1 %full, label %none, label %there
none:
  call void @llvm.trap()
  unreachable
there:
  store i32 %next, ptr @free_memory
  %p = inttoptr i32 %at to ptr
  ret ptr %p
}
define internal ptr @meminfo(i64 %size) {
  %info = call ptr @bump(i64 64)
  %data = call ptr @bump(i64 %size)
  store i64 1, ptr %info
  %f1 = getelementptr {i64, ptr, ptr, ptr, i64}, ptr %info, i32 0, i32 1
  store ptr null, ptr %f1
  %f2 = getelementptr {i64, ptr, ptr, ptr, i64}, ptr %info, i32 0, i32 2
  store ptr null, ptr %f2
  %f3 = getelementptr {i64, ptr, ptr, ptr, i64}, ptr %info, i32 0, i32 3
  store ptr %data, ptr %f3
  %f4 = getelementptr {i64, ptr, ptr, ptr, i64}, ptr %info, i32 0, i32 4
  store i64 %size, ptr %f4
  ret ptr %info
}
define ptr @NRT_MemInfo_alloc_safe_aligned(i64 %size, i32 %align) {
  %p = call ptr @meminfo(i64 %size)
  ret ptr %p
}
define ptr @NRT_MemInfo_alloc_aligned(i64 %size, i32 %align) {
  %p = call ptr @meminfo(i64 %size)
  ret ptr %p
}
define void @NRT_MemInfo_call_dtor(ptr %info) {
  %f4 = getelementptr {i64, ptr, ptr, ptr, i64}, ptr %info, i32 0, i32 4
  %size = load i64, ptr %f4
  %s = add i64 %size, 127
  %m = and i64 %s, -64
  %w = trunc i64 %m to i32
  %start = ptrtoint ptr %info to i32
  %end = add i32 %start, %w
  %at = load i32, ptr @free_memory
  %last = icmp eq i32 %end, %at
  br i1 %last, label %pop, label %done
pop:
  store i32 %start, ptr @free_memory
  br label %done
done:
  ret void
}
define ptr @NRT_MemInfo_alloc(i64 %size) {
  %p = call ptr @meminfo(i64 %size)
  ret ptr %p
}
define ptr @NRT_Allocate(i64 %size) {
  %p = call ptr @bump(i64 %size)
  ret ptr %p
}
define void @NRT_Free(ptr %p) {
  ret void
}
define void @__multi3(ptr %r, i64 %al, i64 %ah, i64 %bl, i64 %bh) noinline optnone {
  %a0 = and i64 %al, 4294967295
  %a1 = lshr i64 %al, 32
  %b0 = and i64 %bl, 4294967295
  %b1 = lshr i64 %bl, 32
  %p00 = mul i64 %a0, %b0
  %p01 = mul i64 %a0, %b1
  %p10 = mul i64 %a1, %b0
  %p11 = mul i64 %a1, %b1
  %c = lshr i64 %p00, 32
  %d = and i64 %p01, 4294967295
  %e = and i64 %p10, 4294967295
  %cd = add i64 %c, %d
  %mid = add i64 %cd, %e
  %low = and i64 %p00, 4294967295
  %mids = shl i64 %mid, 32
  %lo = or i64 %low, %mids
  %h1 = lshr i64 %p01, 32
  %h2 = lshr i64 %p10, 32
  %h3 = lshr i64 %mid, 32
  %x1 = mul i64 %al, %bh
  %x2 = mul i64 %ah, %bl
  %s1 = add i64 %p11, %h1
  %s2 = add i64 %s1, %h2
  %s3 = add i64 %s2, %h3
  %s4 = add i64 %s3, %x1
  %hi = add i64 %s4, %x2
  store i64 %lo, ptr %r
  %rh = getelementptr i64, ptr %r, i32 1
  store i64 %hi, ptr %rh
  ret void
}
